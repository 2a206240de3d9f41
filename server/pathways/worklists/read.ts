import { sql as raw, type Kysely, type RawBuilder } from 'kysely'
import { daysBetween, type CalendarDate } from '../../../contract/platform/dates/dates.ts'
import type { WorkListRow } from '../../../contract/pathways/worklists/listColumns.ts'
import type { Narrowing } from '../../../contract/pathways/worklists/listFilters.ts'
import { dueBounds, dueGroupOf, dueInWords, dueOf, type StageTargets } from '../../../contract/stages/due.ts'
import type { DueGroup } from '../../../contract/stages/dueGroup.ts'
import { isCallStage, type Stage } from '../../../contract/stages/stage.ts'
import type { WorkListSort } from '../../../contract/pathways/worklists/workList.ts'
import type { DB } from '../../platform/db/types.ts'
import { compileOnce, listOfIds, prepare } from '../../platform/db/query/compileOnce.ts'
import { factColumns, withFlagsAndTelephoneAsRead, type FactColumns } from '../../patients/flags/read.ts'
import { allWithheld, type Reader } from '../../patients/flags/withheld.ts'
import type { Order, PagedList, Range } from '../../platform/http/lists/page.ts'
import { extraFieldSql } from './extraFields.ts'
import { waitSaid, waitSaidInWords, type WaitSaid } from './saidOfWait.ts'
import { asksWhereabouts, holdsFilters, isOneOf, setFilters } from './filters.ts'

/**
 * The orders, as in their indexes. Rows with no wait date and no due date come first, so that they are not overlooked.
 */
const orders: Record<WorkListSort, Order> = {
  since: { keys: ['since'], gaps: 'first' },
  waiting: { keys: ['since'], gaps: 'last' },
  due: { keys: ['due'], gaps: 'first' },
  patient: { keys: ['name_key'] },
  nhsNumber: { keys: ['nhs_number'], gaps: 'last' },
  dateOfBirth: { keys: ['date_of_birth'], gaps: 'last' },
  gender: { keys: ['gender collate "C"'] },
  postcode: { keys: ['postcode'], gaps: 'last' },
  referralDate: { keys: ['referral_date'], gaps: 'last' },
  referrer: { keys: ['referrer_key'], gaps: 'last' },
  registeredGP: { keys: ['registered_gp_key'], gaps: 'last' },
}

/** The lists on which people are asked on their own page whether they still want to come. */
const waitingStages: readonly Stage[] = ['awaitingAssessment', 'awaitingWellbeing', 'awaitingTreatment']

/** Follow-up calls, and several lists together, are sorted by the day they are due; other lists by the longest wait. */
const usualSort = (stages: readonly Stage[]): WorkListSort =>
  stages.length > 1 || stages.some(isCallStage) ? 'due' : 'since'

const shown = raw`listed.patient_id as "patientId", listed.pathway_id as "pathwayId", listed.stage, listed.since,
  listed.family_name as "familyName", listed.first_name as "firstName", listed.name_prefix as "namePrefix",
  listed.nhs_number as "nhsNumber", listed.date_of_birth as "dateOfBirth", listed.gender, listed.postcode,
  listed.referral_date as "referralDate", listed.referrer, listed.registered_gp as "registeredGP", listed.deceased,
  case when listed.stage in (${raw.join(waitingStages.map((stage) => raw.lit(stage)))}) then ${waitSaid} end as "waitSaid",
  ${raw.join(Object.entries(extraFieldSql).map(([name, field]) => raw`${field} as ${raw.ref(name)}`))}`

/** The rows with the facts for their chips. Whether the patient is said to have died comes from the row of the list. */
const whole = {
  shown: compileOnce(raw`${shown}, ${factColumns('patient', raw.ref('listed.deceased'))}`),
  joins: raw`join patient on patient.id = listed.patient_id`,
}

const readRows = prepare<ListedRow>(
  'rows of a list',
  raw`
  select ${whole.shown}
  from ${listOfIds(1)} join work_list as listed on listed.pathway_id = asked.id ${whole.joins}
  order by asked.place`,
)

/** Which rows are requested, from which list or lists. */
export interface ListWanted extends Narrowing {
  stage: Stage
}

/** The same, with the user who asks. */
export interface ListAsked extends ListWanted {
  /** The user who asks, to whom "Mine" refers. */
  userId: number
  /** Patients whose records are withheld, if the request would find or sort them by where they live. */
  withheld: readonly number[]
  /** The pathways that match the words, if they are already known. */
  few?: readonly number[] | null
}

/** The request with its reader, and with the patients whose records are withheld if that matters. */
export const askedBy = async <Wanted extends ListWanted>(
  sql: Kysely<DB>,
  wanted: Wanted,
  { userId, sessionId }: Reader,
  order: { q?: string | undefined; sort?: string | undefined },
): Promise<Wanted & ListAsked> => ({
  ...wanted,
  userId,
  withheld: asksWhereabouts(wanted, order) ? await allWithheld(sql, { userId, sessionId }) : [],
})

/** What determines the due day of a row. */
export interface DueBy {
  targets: StageTargets
  today: CalendarDate
}

/** The lists that are shown together, without duplicates. */
export const stagesOf = ({ stage, also = [] }: ListWanted): Stage[] => [...new Set([stage, ...also])]

/** The column with the day from which a list is counted (dueBounds). */
export const dayColumn = (stage: Stage): 'due' | 'since' => (isCallStage(stage) ? 'due' : 'since')

/** The rows of one list that are late, due this week or due later, as ranges of the index on that day. */
const rangesOf = (stage: Stage, group: DueGroup | undefined, { targets, today }: DueBy): Range[] => {
  const day = raw.ref(dayColumn(stage))
  const { lateBefore, laterAfter } = dueBounds(stage, targets, today)
  const groups: Record<DueGroup, RawBuilder<unknown>[]> = {
    late: [raw`${day} < ${lateBefore}`],
    thisWeek: [raw`${day} is null`, raw`${day} between ${lateBefore} and ${laterAfter}`],
    later: [raw`${day} > ${laterAfter}`],
  }
  const keys = {
    due: { column: dayColumn(stage), plusDays: isCallStage(stage) ? 0 : targets[stage] },
  }
  return (group === undefined ? [raw`true`] : groups[group]).map((holds) => ({
    holds: raw`stage = ${stage} and ${holds}`,
    keys,
  }))
}

/**
 * The folded text that the filter of a list searches. For withheld patients it is the name and NHS number only, without
 * where the person can be found.
 */
export const filterTextWithout = (withheld: readonly number[]): string =>
  withheld.length === 0
    ? 'filter_key'
    : `case when ${isOneOf(withheld)} then name_key || coalesce(' ' || nhs_number, '') else filter_key end`

/** The orders, in which withheld patients have neither postcode nor practice. */
const ordersWithout = (withheld: readonly number[]): Record<WorkListSort, Order> => {
  if (withheld.length === 0) return orders
  const without = (key: string): string => `case when ${isOneOf(withheld)} then null else ${key} end`
  return {
    ...orders,
    postcode: { keys: [without('postcode')], gaps: 'last' },
    registeredGP: { keys: [without('registered_gp_key')], gaps: 'last' },
  }
}

/** Cached lists that are filtered by due group at most, by what they are made from; their SQL serves every user. */
const kept = new Map<string, PagedList>()
/** For one day and its targets there are eight lists in four forms. */
const mostKept = 64

/** The patients on one list or several, from the columns stored with it. */
export const workListOf = (asked: ListAsked, by: DueBy): PagedList => {
  const stages = stagesOf(asked)
  const { few = null, withheld, due } = asked
  const isPlain =
    stages.length === 1 && few === null && withheld.length === 0 && setFilters(asked).length === 0
  if (!isPlain) return listOf(asked, by)
  const key = JSON.stringify([stages, due, by])
  const known = kept.get(key)
  if (known !== undefined) return known
  if (kept.size >= mostKept) kept.clear()
  // Without the user and the words, because it is shared.
  const made = listOf({ stage: asked.stage, also: asked.also, due, userId: 0, withheld }, by)
  kept.set(key, made)
  return made
}

const listOf = (asked: ListAsked, by: DueBy): PagedList => {
  const stages = stagesOf(asked)
  const { few = null } = asked
  return {
    name: `list ${JSON.stringify([stages, asked.due, setFilters(asked)])}`,
    from: raw`work_list as listed`,
    holds: few === null ? holdsFilters(asked) : raw`pathway_id = any(${few}) and ${holdsFilters(asked)}`,
    ranges: stages.flatMap((stage) => rangesOf(stage, asked.due, by)),
    id: 'pathway_id',
    orders: ordersWithout(asked.withheld),
    days: ['since', 'due', 'date_of_birth', 'referral_date'],
    usual: orders[usualSort(stages)],
    filterText: filterTextWithout(asked.withheld),
    // A patient who has left the list since the rows were found is not shown with the data of another list.
    shown: async (sql, ids) => (await readRows(sql, ids)).filter((row) => stages.includes(row.stage)),
    prepared: {
      ...whole,
      // Late, this week and later are ranges of the index on the day. In another order, the best plan depends on how
      // many are late.
      suits: (column) =>
        stages.length === 1 &&
        (asked.due === undefined || stages.every((stage) => column === dayColumn(stage))) &&
        asked.withheld.length === 0 &&
        setFilters(asked).length === 0,
    },
  }
}

/** A row as it is read, before its due day is computed. */
export type ListedRow = Undue & FactColumns
type Undue = Omit<WorkListRow, Due | 'flags' | 'doNotCall' | 'saidOfWait'> & { waitSaid?: WaitSaid | null }
type Due = keyof DueFields

type DueFields = Pick<WorkListRow, 'waitingDays' | 'due' | 'dueGroup' | 'dueWords'>

const dueBy = (stage: Stage, since: CalendarDate | null, { targets, today }: DueBy): DueFields => {
  const due = dueOf(stage, since, targets)
  const dueGroup = dueGroupOf(stage, due, targets, today)
  return {
    // A wait that starts after today, such as of a referral dated by another clock, counts as not started.
    waitingDays: since === null ? null : Math.max(0, daysBetween(since, today)),
    due,
    dueGroup,
    dueWords: dueInWords(due, dueGroup, today),
  }
}

/** Computed once for all rows that wait from the same day, which are adjacent in the usual order. */
const withDue = <Row extends Undue>(rows: readonly Row[], by: DueBy): (Row & DueFields)[] => {
  const known = new Map<string, DueFields>()
  return rows.map((row) => {
    const key = `${row.stage} ${row.since}`
    const due = known.get(key) ?? dueBy(row.stage, row.since, by)
    known.set(key, due)
    return { ...row, ...due }
  })
}

/** Rows in their final form for a screen, a print or a file. */
export const completeRows = async (
  sql: Kysely<DB>,
  rows: readonly ListedRow[],
  by: DueBy,
  reader: Reader,
): Promise<WorkListRow[]> =>
  withDue(await withFlagsAndTelephoneAsRead(sql, rows, reader), by).map((row) =>
    row.waitSaid == null
      ? row
      : { ...row, saidOfWait: row.isWithheld === true ? null : waitSaidInWords(row.waitSaid) },
  )
