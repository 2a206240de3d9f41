import { sql as raw, type RawBuilder } from 'kysely'
import type { CalendarDate } from '../../../../contract/platform/dates/dates.ts'
import type { ListWithCodes } from '../../../../contract/insight/csds/table.ts'
import type { CsdsSettings } from '../settings.ts'

/*
 * Which records belong to a month. A referral belongs to it if it was open on one of its days, was received or closed in
 * it, or has a contact or an onward referral in it. What happened after the month is left out, so that a submission
 * that is made again later says the same of the month.
 */

export interface Extract {
  settings: CsdsSettings
  /** First and last day of the month. */
  from: CalendarDate
  to: CalendarDate
  /** When the submission is made, as London tells the time: yyyy-mm-ddThh:mm:ss. */
  madeAt: string
}

/** The days of the month, as SQL. */
export const daysOf = ({ from, to }: Extract) => ({ from: raw`${from}::date`, to: raw`${to}::date` })

export const inMonth = (day: RawBuilder<unknown>, extract: Extract): RawBuilder<unknown> => {
  const { from, to } = daysOf(extract)
  return raw`${day} between ${from} and ${to}`
}

/** The day, or null if it is after the month. */
export const upTo = (day: RawBuilder<unknown>, extract: Extract): RawBuilder<unknown> =>
  raw`case when ${day} <= ${daysOf(extract).to} then ${day} end`

export const londonDay = (instant: RawBuilder<unknown>): RawBuilder<unknown> =>
  raw`(${instant} at time zone 'Europe/London')::date`

/** Calls in which somebody said how the patient is (contract/stages/callOutcome.ts). */
export const reachedCall = raw`coalesce(outcome, 'reached') in ('reached', 'spokeToOther')`
export const noteOfContact = raw`is_active and adds_to_id is null and contact_type in ('visit', 'clinic', 'call')`

/**
 * A `with` clause: `referral` has the referrals of the month, with `received` (the day on which each was received) and
 * `closed`. Deleted records, records registered in error and records merged into another are not in use, so they are
 * not in it.
 */
export const referralsOfMonth = (extract: Extract): RawBuilder<unknown> => {
  const { from, to } = daysOf(extract)
  return raw`
  busy as (
    select pathway_id from appointment
    where is_active and outcome is not null and ${inMonth(raw`appointment_date`, extract)}
    union
    select exercise.pathway_id from exercise_attendance as attendance join exercise on exercise.id = attendance.exercise_id
    where attendance.is_active and exercise.is_active and ${inMonth(raw`attendance.attendance_date`, extract)}
    union
    select pathway_id from followup where is_active and ${reachedCall} and ${inMonth(raw`call_date`, extract)}
    union
    select pathway_id from contact_note where ${noteOfContact} and ${inMonth(raw`contact_date`, extract)}
    union
    select pathway_id from onward_referral where is_active and ${inMonth(raw`referral_date`, extract)}),
  used as (
    select pathway.*, coalesce(pathway.received_date, pathway.referral_date) as received,
      coalesce(pathway.received_date, pathway.referral_date, ${londonDay(raw`pathway.created_at`)}) as begun,
      least(pathway.discharge_date, pathway.cancel_referral_date) as closed
    from pathway join patient on patient.id = pathway.patient_id
    where pathway.is_active and patient.is_active),
  referral as materialized (
    select * from used
    where (begun <= ${to} and (closed is null or greatest(closed, begun, referral_date) >= ${from}))
      or ${inMonth(raw`discharge_date`, extract)} or ${inMonth(raw`cancel_referral_date`, extract)}
      or id in (select pathway_id from busy))`
}

const tables: Record<ListWithCodes, string> = {
  referrer: 'referrer',
  declinedReferral: 'declined_referral',
  dischargeReason: 'discharge_reason',
  location: 'location',
}

/** The code of a row of a list, if it says where the code was read. */
export const codeOf = (list: ListWithCodes, id: RawBuilder<unknown>): RawBuilder<unknown> =>
  raw`(select nullif(list.csds_code, '') from ${raw.table(tables[list])} as list where list.id = ${id} and list.csds_source <> '')`

/** The team of a referral: of its owner, else the first of the list. */
export const teamOf = (pathwayId: RawBuilder<unknown>): RawBuilder<unknown> => raw`
  'TM' || coalesce((select team_id from pathway_owner where pathway_owner.pathway_id = ${pathwayId}),
    (select id from team where is_active order by sort_order, id limit 1))`

const prefixed = (prefix: string) => (id: RawBuilder<unknown>) => raw`${raw.lit(prefix)} || ${id}`
export const patientKey = prefixed('P')
/** The same, outside the database. */
export const patientKeyOf = (id: number): string => `P${id}`
export const referralKey = prefixed('R')
export const staffKey = prefixed('C')
