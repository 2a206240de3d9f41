import { sql as raw, type Kysely } from 'kysely'
import type { CalendarDate } from '../../../contract/platform/dates/dates.ts'
import {
  daysLateOn,
  toDoInWords,
  waits,
  type Outstanding,
  type OutstandingRow,
} from '../../../contract/pathways/outstanding.ts'
import type { OutstandingAsked, Wait } from '../../../contract/pathways/outstandingWaits.ts'
import { formatDate } from '../../../contract/platform/words/format.ts'
import type { Trace } from '../../platform/audit/auditTrail.ts'
import type { DB } from '../../platform/db/types.ts'
import { withFlags } from '../../patients/flags/read.ts'
import type { Reader } from '../../patients/flags/withheld.ts'
import { outstandingOn, ownerOfFound, waiting } from './rows.ts'

type Found = Omit<OutstandingRow, 'flags' | 'isWithheld' | 'item' | 'toDo' | 'daysLate'> & {
  item: string
  itemDay: string
  isOrdered: boolean
}

/** The reader's own clinician, for use in a larger statement. */
const ownOf = ({ userId }: Reader) => raw`(select clinician_id from app_user where id = ${userId})`

const whoseIs = (whose: OutstandingAsked['whose'], reader: Reader) =>
  whose === undefined
    ? raw`true`
    : whose === 'mine'
      ? raw`owner.id = ${ownOf(reader)}`
      : raw`owner.id is null`

/**
 * What is due now, longest first.
 * @param limit the maximum number of rows
 */
export const readOutstanding = async (
  sql: Kysely<DB>,
  { what, whose }: OutstandingAsked,
  { reader, today, limit }: { reader: Reader; today: CalendarDate; limit: number },
): Promise<OutstandingRow[]> => {
  const { rows } = await raw<Found>`
    select found.what, found.id, found.version, found.patient_id as "patientId", found.pathway_id as "pathwayId",
      patient.family_name as "familyName", patient.first_name as "firstName", name_prefix.name as "namePrefix",
      patient.nhs_number as "nhsNumber", patient.date_of_birth as "dateOfBirth", found.is_dead as deceased,
      found.is_ordered as "isOrdered", found.item, found.item_day as "itemDay", found.due,
      case when pathway.discharge_date is not null then 'discharged'
        when pathway.cancel_referral_date is not null then 'cancelled' end as closed,
      owner.display_name as owner
    from (${outstandingOn(today)}) as found
    left join pathway on pathway.id = found.pathway_id
    join patient on patient.id = found.patient_id
    left join name_prefix on name_prefix.id = patient.name_prefix_id
    ${ownerOfFound}
    where ${what === undefined ? raw`true` : raw`found.what = ${what}`} and ${whoseIs(whose, reader)}
    order by found.due, patient.family_name_key, found.what, found.id
    limit ${limit}`.execute(sql)
  return (await withFlags(sql, rows, reader)).map(({ isOrdered, item, itemDay, ...row }) => ({
    ...row,
    item: row.isWithheld === true ? null : `${item} (${formatDate(itemDay)})`,
    toDo: toDoInWords(row.what, { isDead: row.deceased, isOrdered }),
    daysLate: daysLateOn(row.due, today),
  }))
}

/** How many of each are due now. */
export const countOutstanding = async (
  sql: Kysely<DB>,
  { whose }: Pick<OutstandingAsked, 'whose'>,
  { reader, today }: { reader: Reader; today: CalendarDate },
): Promise<Outstanding['counts']> => {
  const { rows } = await raw<{ what: Wait; count: number }>`
    select found.what, count(*) as count from (${outstandingOn(today)}) as found ${ownerOfFound}
    where ${whoseIs(whose, reader)} group by found.what`.execute(sql)
  const of = (code: Wait): number => rows.find(({ what }) => what === code)?.count ?? 0
  return Object.fromEntries(waits.map(({ code }) => [code, of(code)])) as Outstanding['counts']
}

/** How many are due now, and how many of these are the reader's, for the Today page. */
export const countsForToday = async (
  sql: Kysely<DB>,
  reader: Reader,
  today: CalendarDate,
): Promise<{ mine: number; all: number }> => {
  const { rows } = await raw<{ mine: number; all: number }>`
    select count(*) filter (where owner.id = ${ownOf(reader)}) as mine, count(*) as all
    from (${outstandingOn(today)}) as found ${ownerOfFound}`.execute(sql)
  return rows[0] ?? { mine: 0, all: 0 }
}

const entityOf = (what: Wait): string => waits.find(({ code }) => code === what)?.entity ?? what

/** The patients whom the list showed, for the audit trail. */
export const shownOutstanding = (rows: readonly OutstandingRow[]): Trace => ({
  patientIds: rows.map(({ patientId }) => patientId),
  pathwayIds: rows.flatMap(({ pathwayId }) => pathwayId ?? []),
  records: rows.map(({ what, id, version }) => ({ entity: entityOf(what), id, version })),
})

/** Red flags keep an owner, and letters and open tasks have sentences of their own. */
type SaidAtClosing = Exclude<Wait, 'redFlag' | 'letterDraft' | 'cancellation'>

/** What a referral still waits for when it is closed, due or not, a sentence each; without red flags and letters. */
export const outstandingSentences = async (sql: Kysely<DB>, pathwayId: number): Promise<string[]> => {
  const { rows } = await raw<{ what: SaidAtClosing; item: string; day: string; due: string }>`
    select what, item, item_day as day, due from (${waiting}) as outstanding
    where pathway_id = ${pathwayId} order by due, what, id`.execute(sql)
  const say: Record<SaidAtClosing, (item: string, day: string, due: string) => string> = {
    onwardAnswer: (item, day) => `The onward referral of ${day} to ${item} is not acknowledged.`,
    onwardOutcome: (item, day) => `The onward referral of ${day} to ${item} has no outcome.`,
    equipmentFit: (item) => `The equipment “${item}” is not fitted.`,
    equipmentBack: (item, _, due) => `The equipment “${item}” is out, due back on ${due}.`,
  }
  return rows.map(({ what, item, day, due }) => say[what](item, formatDate(day), formatDate(due)))
}
