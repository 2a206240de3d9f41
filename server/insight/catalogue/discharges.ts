import { sql as raw } from 'kysely'
import { count, factsOf, share, spread, type CountedSection, type Report } from '../reports/definition.ts'
import { byMonth, deletedDoNotCount, monthOf, pathwaysInUse } from './shared.ts'

const facts = factsOf(
  'Discharges',
  'Referrals whose discharge date lies in the period',
  ({ from, to }) => raw`
  select pathway.id as pathway_id, pathway.patient_id, discharge_reason.name as reason, discharged_to.name as destination,
    pathway.discharge_date as day, ${monthOf(raw`pathway.discharge_date`)}, pathway.discharge_date - pathway.referral_date as days
  from ${pathwaysInUse}
  left join discharge_reason on discharge_reason.id = pathway.discharge_reason_id
  left join discharged_to on discharged_to.id = pathway.discharged_to_id
  where pathway.discharge_date between ${from} and ${to}`,
)

const measures = [
  count('discharges', 'Discharges'),
  share('share', 'Share %', 'discharges'),
  ...spread('days'),
]

export const dischargesByReason: CountedSection = {
  title: 'Discharges by reason',
  facts,
  groups: [{ id: 'reason', title: 'Reason' }],
  measures,
  chart: { title: 'Discharges by reason', bars: { rows: 'discharges' } },
}

export const discharges: Report = {
  name: 'discharges',
  title: 'Discharges',
  group: 'Discharges and caseload',
  answers: 'Why and where to were people discharged, and after how long?',
  capability: 'report.run',
  definition: [
    `${facts.subject.each}. Cancelled referrals are not discharges. Days run from referral to discharge.`,
    deletedDoNotCount,
  ],
  sections: [
    dischargesByReason,
    {
      title: 'By reason and destination',
      facts,
      groups: [
        { id: 'reason', title: 'Reason' },
        { id: 'destination', title: 'Discharged to' },
      ],
      measures,
    },
    { title: 'By month', facts, groups: [byMonth], measures, order: 'label' },
  ],
}
