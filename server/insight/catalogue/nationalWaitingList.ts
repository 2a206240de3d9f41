import { sql as raw } from 'kysely'
import { factsOf, type CountedSection, type Report } from '../reports/definition.ts'
import { bandIds, bandMeasures, bandWords } from './bands.ts'
import {
  classesBegun,
  deletedDoNotCount,
  diedOn,
  joinTold,
  pathwaysInUse,
  plansTakenWords,
  treatmentsBegun,
  waitBegins,
  waitBeginsWords,
} from './shared.ts'

/** Referrals waiting for the first assessment at the end of the last day. */
const facts = factsOf(
  'Waiting in national bands',
  'Referrals that wait for their first assessment or plan at the end of Date To',
  ({ to }) => raw`
  select pathway.id as pathway_id, pathway.patient_id, referrer.name as referrer, ${to} - ${waitBegins} as days
  from ${pathwaysInUse}
  ${joinTold}
  left join referrer on referrer.id = pathway.referrer_id
  where coalesce(${waitBegins} <= ${to}, true)
    and (pathway.cancel_referral_date is null or pathway.cancel_referral_date > ${to})
    and (pathway.discharge_date is null or pathway.discharge_date > ${to})
    and coalesce(${diedOn} > ${to}, true)
    and not exists (
      select from frat where frat.pathway_id = pathway.id and frat.is_active and frat.assessment_date <= ${to})
    and not exists (
      select from wellbeing where wellbeing.pathway_id = pathway.id and wellbeing.is_active and wellbeing.assessment_date <= ${to})
    and not exists (
      select from ${treatmentsBegun} as plan where plan.pathway_id = pathway.id and plan.day <= ${to})
    and not exists (
      select from ${classesBegun} as plan where plan.pathway_id = pathway.id and plan.day <= ${to})`,
)

const waiting = { facts, measures: bandMeasures('Waiting, as returned') } as const

export const waitingByBand: CountedSection = {
  ...waiting,
  title: 'Waiting for the first assessment or plan',
  groups: [],
  chart: { title: 'People waiting, by weeks waited', bars: { total: bandIds } },
}

export const nationalWaitingList: Report = {
  name: 'nationalWaitingList',
  title: 'Waiting list in national bands',
  group: 'Waits',
  answers: 'What do we return for the national community waiting list?',
  capability: 'report.run',
  isSnapshot: true,
  definition: [
    `${facts.subject.each}: referred and received by then, not cancelled or discharged by then, the patient alive, and no FRAT, wellbeing assessment, treatment or exercise plan that began by then. ${plansTakenWords} Date From is not used. “Waiting” in the report Waits from referral goes by what administrators count as first contact, so the two may differ.`,
    `${waitBeginsWords} ${bandWords} Within 18 weeks: 126 days or fewer.`,
    'For the line "Nursing and therapy support for LTCs: Falls" of the community waiting list return.',
    deletedDoNotCount,
  ],
  sections: [
    waitingByBand,
    { ...waiting, title: 'By referrer', groups: [{ id: 'referrer', title: 'Referrer' }] },
  ],
}
