import { sql as raw } from 'kysely'
import type { CalendarFacts } from '../../../contract/care/fallsCalendar/months.ts'
import { flagFacts } from '../../patients/flags/read.ts'
import { latestConsent } from '../telling/tellPatient.ts'

/*
 * What a calendar is read from, for a row of `patient` or `pathway` in a statement. A telephone that is silent for
 * reminders is silent for the calendar too.
 */

/** The answer that is in force; no row if the patient was not asked yet. */
export const calendarConsent = raw`
  select agreed.by_text, agreed.by_mail, agreed.by_call, agreed.asked_date,
    agreed.is_silent_number or coalesce(reminded.is_silent_number, false) as is_silent_number
  from falls_calendar_consent as agreed
  left join lateral (${latestConsent}) as reminded on true
  where agreed.patient_id = patient.id and agreed.is_active
  order by agreed.asked_date desc, agreed.id desc limit 1`

/** For a statement with `patient` and `consent`. */
export const calendarFacts = raw<CalendarFacts>`jsonb_build_object(
  'consent', case when consent.by_text is not null then jsonb_build_object('byText', consent.by_text,
    'byMail', consent.by_mail, 'byCall', consent.by_call, 'isSilentNumber', consent.is_silent_number) end,
  'phoneMobile', patient.phone_mobile, 'email', patient.email, 'flags', ${flagFacts('patient')})`

/**
 * The care of a referral: from the first plan until the last has ended, or until a discharge with a plan still open. Plans
 * that never took place do not count (contract/stages/plans.ts).
 */
export const careOfPathway = raw`
  select min(plan.begun_on) as began_on, max(plan.ended) as last_ended, coalesce(bool_or(plan.ended is null), false) as is_open
  from care_plan_of_pathway as plan
  where plan.pathway_id = pathway.id and (plan.ended is null or plan.ended > plan.begins)`

/** Open referrals of registered patients. */
export const openReferrals = raw`
  pathway.is_active and patient.is_active and pathway.discharge_date is null and pathway.cancel_referral_date is null`

/** The latest question of the referral. */
export const latestQuestion = raw`
  select question.id, question.period_from, question.period_to, question.asked_date, question.falls
  from falls_calendar_question as question where question.pathway_id = pathway.id
  order by question.period_to desc limit 1`

/** Whether a reply to the question waits to be read, for a row of `question`. */
export const waitsToBeRead = raw`exists (
  select from falls_calendar_reply as reply
  where reply.question_id = question.id and reply.outcome in ('toRead', 'toSort'))`
