import { sql as raw, type Kysely } from 'kysely'
import type { Table } from '../../../../contract/insight/csds/table.ts'
import type { Comparison } from '../../../../contract/insight/csds/submission.ts'
import type { DB } from '../../../platform/db/types.ts'
import { declinedReferrals } from '../../catalogue/declinedReferrals.ts'
import { discharges } from '../../catalogue/discharges.ts'
import { referralsReceived } from '../../catalogue/referralsReceived.ts'
import { countSections } from '../../reports/count.ts'
import { sourceOf, type Report } from '../../reports/definition.ts'
import { periodOf } from '../../reports/run.ts'
import { textOf } from './checkRows.ts'
import type { Row } from '../extract/rows.ts'
import type { Extract } from '../extract/scope.ts'

/* What is counted a second time, so that a number in the return can be trusted: by the reports, and by other SQL. */

const figures = [
  ...['dated', 'carriedOver', 'discharges', 'declined', 'people'],
  ...['attended', 'didNotAttend'],
] as const
type Figure = 'dated' | 'carriedOver' | 'discharges' | 'declined' | 'people' | 'attended' | 'didNotAttend'
type Tally = Record<Figure, number>

/** Counts in the rows of the return as they pass. */
export const tallying = ({ from, to }: Extract) => {
  const tally = Object.fromEntries(figures.map((figure) => [figure, 0])) as Tally
  const isInMonth = (day: string | null): boolean => day !== null && day >= from && day <= to
  const add = (figure: Figure, rows: readonly Row[], is: (row: Row) => boolean): void => {
    tally[figure] += rows.filter(is).length
  }
  return {
    take: ({ name }: Table, rows: readonly Row[]): void => {
      if (name === 'CYP001MPI') add('people', rows, () => true)
      if (name === 'CYP101Referral') {
        add('dated', rows, (row) => isInMonth(textOf(row, 'referralDate')))
        add('carriedOver', rows, (row) => (textOf(row, 'ReferralRequest_ReceivedDate') ?? from) < from)
        add('discharges', rows, (row) => isInMonth(textOf(row, 'Discharge_Date')))
      }
      if (name === 'CYP102ServiceTypeReferredTo')
        add('declined', rows, (row) => isInMonth(textOf(row, 'Referral_RejectionDate')))
      if (name === 'CYP201CareContact') {
        add('attended', rows, (row) => ['5', '6'].includes(textOf(row, 'AttendanceStatus') ?? ''))
        add('didNotAttend', rows, (row) => textOf(row, 'AttendanceStatus') === '3')
      }
    },
    outcome: (): Tally => tally,
  }
}

export const compare = async (sql: Kysely<DB>, extract: Extract, tally: Tally): Promise<Comparison[]> => {
  const again = await countAgain(sql, extract)
  const ofReport = (report: Report, column: string) => totalOf(sql, report, column, extract)
  const received = await ofReport(referralsReceived, 'referrals')
  const row = (what: string, here: number, counted: number, by: string): Comparison => ({
    ...{ what, here, again: counted, by },
    isEqual: here === counted,
  })
  return [
    row(
      'Referrals with a referral date in the month',
      tally.dated,
      received - again.receivedLater,
      `Report Referrals received: ${received}, less ${again.receivedLater} that the service received after the month. They are in the return of the month in which they were received`,
    ),
    row(
      'Referrals received before the month',
      tally.carriedOver,
      again.carriedOver,
      'Second statement: still open on the first day, or closed or seen in the month',
    ),
    row('Discharges', tally.discharges, await ofReport(discharges, 'discharges'), 'Report Discharges'),
    row(
      'Referrals declined',
      tally.declined,
      await ofReport(declinedReferrals, 'declined'),
      'Report Declined referrals',
    ),
    row('People', tally.people, again.people, 'Second statement'),
    row('Contacts that took place', tally.attended, again.attended, 'Second statement'),
    row('Did not attend', tally.didNotAttend, again.didNotAttend, 'Second statement'),
  ]
}

/** The total of a report for the month. */
const totalOf = async (
  sql: Kysely<DB>,
  { sections }: Report,
  column: string,
  { from, to, madeAt }: Extract,
): Promise<number> => {
  const [section] = sections
  if (section === undefined || section.kind === 'listed') throw new Error('The report counts nothing')
  const period = periodOf(sql, { dateFrom: from, dateTo: to, today: madeAt.slice(0, 10) })
  const [rows] = await countSections(sql, sourceOf(section), [section], period)
  return rows?.find(({ isTotal }) => isTotal)?.numbers[column] ?? 0
}

interface Again {
  receivedLater: number
  carriedOver: number
  people: number
  attended: number
  didNotAttend: number
}

/** Counts by statements that share nothing with those of the extract. */
const countAgain = async (sql: Kysely<DB>, { from, to }: Extract): Promise<Again> => {
  const { rows } = await raw<Again>`
    with mine as (
      select w.id, w.patient_id, w.referral_date, w.received_date, w.discharge_date, w.cancel_referral_date,
        coalesce(w.received_date, w.referral_date, date(timezone('Europe/London', w.created_at))) as began
      from pathway w, patient p where p.id = w.patient_id and p.is_active and w.is_active),
    met as (
      select pathway_id, appointment_date as day, appointment_type as means, 1 as rank,
        outcome in ('attended', 'attendedLate') as came, outcome in ('didNotAttend', 'wasNotBrought') as missed,
        outcome in ('cancelledByPatient', 'cancelledByService') as off
      from appointment where is_active and outcome is not null
      union all
      select x.pathway_id, a.attendance_date, 'session', 0, a.attendance_status = '5' or a.attendance_status = '6',
        a.attendance_status = '3', false
      from exercise x, exercise_attendance a where a.exercise_id = x.id and a.is_active and x.is_active
      union all
      select pathway_id, call_date, 'call', 2, true, false, false from followup
      where is_active and (outcome is null or outcome = 'reached' or outcome = 'spokeToOther')
      union all
      select pathway_id, contact_date, contact_type, 3, true, false, false from contact_note
      where is_active and adds_to_id is null and contact_type <> 'letter' and contact_type <> 'other'),
    counted as (
      select one.* from met one join mine on mine.id = one.pathway_id
      where one.day >= ${from}::date and one.day <= ${to}::date
        and (one.rank <= 1 or (one.pathway_id, one.day, one.means) not in (
          select better.pathway_id, better.day, better.means from met better
          where not better.off and better.rank = 1 and better.day >= ${from}::date and better.day <= ${to}::date))
        and (one.rank <= 2 or (one.pathway_id, one.day, one.means) not in (
          select better.pathway_id, better.day, better.means from met better
          where better.rank = 2 and better.day >= ${from}::date and better.day <= ${to}::date))),
    touched as (
      select pathway_id from counted
      union select pathway_id from onward_referral where is_active and referral_date >= ${from}::date and referral_date <= ${to}::date),
    whole as (
      select mine.*, mine.id in (select pathway_id from touched)
        or mine.discharge_date >= ${from}::date and mine.discharge_date <= ${to}::date
        or mine.cancel_referral_date >= ${from}::date and mine.cancel_referral_date <= ${to}::date as happened,
        mine.began <= ${to}::date and not (coalesce(mine.discharge_date, 'infinity') < ${from}::date
          or coalesce(mine.cancel_referral_date, 'infinity') < ${from}::date) as stood,
        mine.began <= ${to}::date and (mine.began >= ${from}::date or mine.referral_date >= ${from}::date) as arrived
      from mine)
    select
      (select count(*)::integer from whole where referral_date >= ${from}::date and referral_date <= ${to}::date
        and coalesce(happened, false) is false and not arrived) as "receivedLater",
      (select count(*)::integer from whole where coalesce(received_date, referral_date) < ${from}::date
        and (coalesce(happened, false) or stood or coalesce(arrived, false))) as "carriedOver",
      (select count(distinct patient_id)::integer from whole where coalesce(happened, false) or stood or coalesce(arrived, false)) as people,
      (select count(*)::integer from counted where came) as attended,
      (select count(*)::integer from counted where missed) as "didNotAttend"`.execute(sql)
  const [found] = rows
  if (found === undefined) throw new Error('Nothing was counted')
  return found
}
