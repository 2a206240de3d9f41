import { sql as raw, type Kysely, type RawBuilder } from 'kysely'
import { today, type CalendarDate } from '../../../contract/platform/dates/dates.ts'
import {
  chipsOf,
  isNotToBeCalled,
  type FlagChip,
  type FlagFacts,
  type OpenFlag,
} from '../../../contract/patients/flags/chips.ts'
import { endOfPrefix } from '../../platform/db/query/prefix.ts'
import type { DB } from '../../platform/db/types.ts'
import { withheldAmong, withoutWhereabouts, type Reader } from './withheld.ts'

/**
 * Whether another active patient has a name like that of this row of `patient`: the same name, or the same family name
 * and initial and a date of birth within a year. Both names are folded. The index patient_by_names serves this condition:
 * the range limits what it reads of a common family name.
 */
export const likeNames = (of: string, other: string): RawBuilder<boolean> =>
  raw<boolean>`${raw.raw(`${other}.is_active and ${other}.id <> ${of}.id
    and ${other}.family_name_key = ${of}.family_name_key
    and left(${other}.first_name_key, 1) = left(${of}.first_name_key, 1)
    and ${other}.first_name_key >= left(${of}.first_name_key, 1)
    and ${other}.first_name_key < left(${of}.first_name_key, 1) || '${endOfPrefix('')}'
    and (${other}.first_name_key = ${of}.first_name_key
      or abs(${other}.date_of_birth - ${of}.date_of_birth) <= 366)`)}`

/**
 * Whether the patient has died or is said to have died. If the date is known too, the date is shown. For a patient with
 * an open referral the rows of the lists have the answer; otherwise a function searches six indexes, so that the others
 * do not prepare for it.
 * @param listed SQL for the answer of those rows, null if there is none
 */
export const isSaidDead = (of: string, listed: RawBuilder<unknown>): RawBuilder<unknown> =>
  raw`coalesce(${listed}, said_dead_days(${raw.ref(`${of}.id`)}) <> '[]'::jsonb)`

/**
 * SQL for a patient's open flags, null if there are none. Few patients have flags, so the details are read only for
 * those.
 */
const openFlags = (of: string): RawBuilder<unknown> => {
  const open = raw`from patient_flag where patient_flag.patient_id = ${raw.ref(`${of}.id`)} and ended_at is null`
  return raw`case when exists (select ${open}) then (
      select jsonb_agg(jsonb_build_object('kind', kind, 'category', category, 'detail', detail,
        'sinceDate', since_date, 'action', action, 'reviewDate', review_date) order by review_date, id)
      ${open}) end`
}

/**
 * SQL for each fact that the chips of a patient are built from.
 * @param of the alias of the patient's row in the statement
 */
const factsSql = (of: string): Record<keyof FlagFacts, RawBuilder<unknown>> => {
  const patientId = raw.ref(`${of}.id`)
  return {
    flags: raw`coalesce(${openFlags(of)}, '[]'::jsonb)`,
    consentRefusedDate: raw.ref(`${of}.consent_refused_date`),
    timeConsentRefused: raw.ref(`${of}.time_consent_refused`),
    deceasedDate: raw.ref(`${of}.deceased_date`),
    isRestricted: raw`exists (
      select from patient_restriction as restriction
      where restriction.patient_id = ${patientId} and restriction.ended_at is null)`,
    isDeadInPds: raw`exists (
      select from pds_check where pds_check.patient_id = ${patientId} and 'died' = any (pds_check.kinds))`,
    isSaidDead: isSaidDead(
      of,
      raw`(select bool_or(deceased) from work_list where work_list.patient_id = ${patientId})`,
    ),
    hasSimilarName: raw`exists (select from patient as alike where ${likeNames(of, 'alike')})`,
  }
}

/**
 * The facts that the chips of a patient are built from, as one JSON value for a larger statement.
 * @param of the alias of the patient's row in that statement
 * @param isSaidDead SQL for what the statement already knows
 */
export const flagFacts = (
  of: string,
  isSaidDead: RawBuilder<unknown> = factsSql(of).isSaidDead,
): RawBuilder<FlagFacts> =>
  raw<FlagFacts>`jsonb_build_object(${raw.join(
    Object.entries({ ...factsSql(of), isSaidDead }).map(([name, fact]) => raw`${raw.lit(name)}, ${fact}`),
  )})`

/**
 * A row with the facts that its chips are built from, each fact as a column. A fact that is false or empty is null, as
 * nearly all are. Nulls cost neither the database nor this process anything, while fifty rows of false and empty lists
 * would be some hundred values to write and to read.
 */
export type FactColumns = { [Name in keyof FlagFacts as `fact_${Name}`]: OrNothing<FlagFacts[Name]> }
type OrNothing<Fact> = Fact extends boolean
  ? true | null
  : Fact extends readonly unknown[]
    ? Fact | null
    : Fact

/**
 * The same facts as columns of a row, for a list of many rows.
 * @param isSaidDead SQL for what the statement already knows
 */
export const factColumns = (of: string, isSaidDead: RawBuilder<unknown>): RawBuilder<unknown> => {
  const facts = { ...factsSql(of), isSaidDead }
  const orNothing: Record<keyof FlagFacts, RawBuilder<unknown>> = {
    ...facts,
    flags: openFlags(of),
    isRestricted: raw`nullif(${facts.isRestricted}, false)`,
    isSaidDead: raw`nullif(${facts.isSaidDead}, false)`,
    isDeadInPds: raw`nullif(${facts.isDeadInPds}, false)`,
    hasSimilarName: raw`nullif(${facts.hasSimilarName}, false)`,
  }
  return raw.join(Object.entries(orNothing).map(([name, fact]) => raw`${fact} as ${raw.ref(`fact_${name}`)}`))
}

interface KnownFacts extends FlagFacts {
  isWithheld: boolean
}

/** Maximum patients in one statement: a file may list a hundred thousand. */
const atOnce = 1000

/** The facts that the chips of each of these patients are built from. Patients who do not exist have no entry. */
const factsOf = async (
  sql: Kysely<DB>,
  patientIds: readonly number[],
  reader: Reader,
): Promise<ReadonlyMap<number, KnownFacts>> => {
  const ids = [...new Set(patientIds)]
  const known = new Map<number, KnownFacts>()
  for (let from = 0; from < ids.length; from += atOnce) {
    // Inside a select, the ids are estimated as ten in every plan, so one plan suits every call and is kept.
    const { rows } = await raw<{ id: number; facts: FlagFacts }>`
      /* prepared: flags of patients */
      select patient.id, ${flagFacts('patient')} as facts from patient
      where patient.id = any((select ${ids.slice(from, from + atOnce)}::bigint[])::bigint[])`.execute(sql)
    const facts = new Map(rows.map(({ id, facts }) => [id, facts]))
    for (const [id, its] of await withWithheld(sql, facts, reader)) known.set(id, its)
  }
  return known
}

/** Adds whether each record is withheld. Few records are restricted, so only those are checked. */
const withWithheld = async (
  sql: Kysely<DB>,
  facts: ReadonlyMap<number, FlagFacts>,
  reader: Reader,
): Promise<ReadonlyMap<number, KnownFacts>> => {
  const restricted = [...facts].flatMap(([id, { isRestricted }]) => (isRestricted ? [id] : []))
  const withheld = await withheldAmong(sql, restricted, reader)
  return new Map([...facts].map(([id, its]) => [id, { ...its, isWithheld: withheld.has(id) }]))
}

const chipsFor = (facts: KnownFacts | undefined, day: CalendarDate): FlagChip[] =>
  facts === undefined ? [] : chipsOf(facts.isWithheld ? withoutWords(facts) : facts, day, 'staff')

/** Flags of a withheld record that must be seen all the same: only their kind, and nothing that anybody wrote. */
const withoutWords = ({ flags, ...facts }: FlagFacts): FlagFacts => ({
  ...facts,
  flags: flags.map((flag) => ({
    ...flag,
    category: null,
    detail: null,
    sinceDate: null,
    action: 'withheld',
  })),
})

/**
 * Adds its chips to each row of a patient list, and removes the whereabouts from rows whose record is withheld.
 * Everything that shows patients in a list calls this.
 */
export const withFlags = async <Row extends { patientId: number }>(
  sql: Kysely<DB>,
  rows: readonly Row[],
  reader: Reader,
): Promise<Flagged<Row>[]> => {
  const known = await factsOf(
    sql,
    rows.map(({ patientId }) => patientId),
    reader,
  )
  return addFlags(rows, known)
}

/** The same for rows that were read with the facts (factColumns). */
export const withFlagsAsRead = async <Row extends { patientId: number } & FactColumns>(
  sql: Kysely<DB>,
  rows: readonly Row[],
  reader: Reader,
): Promise<Flagged<Omit<Row, keyof FactColumns>>[]> => {
  return addFlags(rows, await withWithheld(sql, factsIn(rows), reader), noFacts)
}

export type Flagged<Row> = Row & { flags: FlagChip[]; isWithheld?: true }

const addFlags = <Row extends { patientId: number }>(
  rows: readonly Row[],
  known: ReadonlyMap<number, KnownFacts>,
  blank: Partial<typeof noFacts> = {},
): Flagged<Row>[] => {
  const day = today()
  return rows.map((row) => {
    const facts = known.get(row.patientId)
    return { ...withoutWhereabouts(row, facts?.isWithheld === true), ...blank, flags: chipsFor(facts, day) }
  })
}

interface Callable {
  patientId: number
  telephone: string | null
}
type Called<Row> = Row & { flags: FlagChip[]; doNotCall: boolean; isWithheld?: true }

/** The same for rows with a telephone number, which is left out if it must not be rung. */
export const withFlagsAndTelephone = async <Row extends Callable>(
  sql: Kysely<DB>,
  rows: readonly Row[],
  reader: Reader,
): Promise<Called<Row>[]> => {
  const known = await factsOf(
    sql,
    rows.map(({ patientId }) => patientId),
    reader,
  )
  return addFlagsAndTelephone(rows, known)
}

/** The same for rows that were read with the facts (factColumns). */
export const withFlagsAndTelephoneAsRead = async <Row extends Callable & FactColumns>(
  sql: Kysely<DB>,
  rows: readonly Row[],
  reader: Reader,
): Promise<Called<Omit<Row, keyof FactColumns>>[]> => {
  return addFlagsAndTelephone(rows, await withWithheld(sql, factsIn(rows), reader), noFacts)
}

/**
 * Overwrites the facts that a row was read with, so that none is passed on. Copying the row without those keys takes
 * ten times as long.
 */
const noFacts = {
  fact_flags: undefined,
  fact_consentRefusedDate: undefined,
  fact_timeConsentRefused: undefined,
  fact_deceasedDate: undefined,
  fact_isRestricted: undefined,
  fact_isSaidDead: undefined,
  fact_isDeadInPds: undefined,
  fact_hasSimilarName: undefined,
} as const satisfies Record<keyof FactColumns, undefined>

const noFlags: readonly OpenFlag[] = []

const factsIn = (rows: readonly ({ patientId: number } & FactColumns)[]): ReadonlyMap<number, FlagFacts> =>
  new Map(
    rows.map((row) => [
      row.patientId,
      {
        flags: row.fact_flags ?? noFlags,
        consentRefusedDate: row.fact_consentRefusedDate,
        timeConsentRefused: row.fact_timeConsentRefused,
        deceasedDate: row.fact_deceasedDate,
        isRestricted: row.fact_isRestricted === true,
        isSaidDead: row.fact_isSaidDead === true,
        isDeadInPds: row.fact_isDeadInPds === true,
        hasSimilarName: row.fact_hasSimilarName === true,
      },
    ]),
  )

const addFlagsAndTelephone = <Row extends Callable>(
  rows: readonly Row[],
  known: ReadonlyMap<number, KnownFacts>,
  blank: Partial<typeof noFacts> = {},
): Called<Row>[] => {
  const day = today()
  return rows.map((row) => {
    const facts = known.get(row.patientId)
    const doNotCall = facts !== undefined && isNotToBeCalled(facts)
    const shown = withoutWhereabouts(row, facts?.isWithheld === true)
    return {
      ...shown,
      ...blank,
      flags: chipsFor(facts, day),
      doNotCall,
      telephone: doNotCall ? null : shown.telephone,
    }
  })
}
