import { sql as raw, type Kysely, type RawBuilder } from 'kysely'
import { today } from '../../contract/dates.ts'
import { chipsOf, isNotToBeCalled, type FlagChip, type FlagFacts } from '../../contract/flags/chips.ts'
import type { DB } from '../db/types.ts'
import { withheldAmong, withoutWhereabouts, type Reader } from './withheld.ts'

/**
 * Whether another active patient has a name like that of this row of `patient`: the same name, or the same family name
 * and initial and a birth within a year. Both names are folded. The index patient_of_like_name answers it.
 */
export const likeNames = (of: string, other: string): RawBuilder<boolean> =>
  raw<boolean>`${raw.raw(`${other}.is_active and ${other}.id <> ${of}.id
    and ${other}.family_name_key = ${of}.family_name_key
    and left(${other}.first_name_key, 1) = left(${of}.first_name_key, 1)
    and (${other}.first_name_key = ${of}.first_name_key
      or abs(${other}.date_of_birth - ${of}.date_of_birth) <= 366)`)}`

/**
 * What the chips of a patient are made from, as one JSON value: a part of a larger statement.
 * @param of the alias of the patient's row in that statement
 */
export const flagFacts = (of: string): RawBuilder<FlagFacts> => raw<FlagFacts>`jsonb_build_object(
  'flags', (
    select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'category', category, 'detail', detail,
      'sinceDate', since_date, 'action', action, 'reviewDate', review_date) order by review_date, id), '[]'::jsonb)
    from patient_flag where patient_flag.patient_id = ${raw.ref(`${of}.id`)} and ended_at is null),
  'consentRefusedDate', ${raw.ref(`${of}.consent_refused_date`)},
  'timeConsentRefused', ${raw.ref(`${of}.time_consent_refused`)},
  'deceasedDate', ${raw.ref(`${of}.deceased_date`)},
  'isRestricted', exists (
    select from patient_restriction as restriction
    where restriction.patient_id = ${raw.ref(`${of}.id`)} and restriction.ended_at is null),
  'isSaidDead', exists (select from said_dead where said_dead.patient_id = ${raw.ref(`${of}.id`)}),
  'hasSimilarName', exists (select from patient as alike where ${likeNames(of, 'alike')}))`

interface KnownFacts extends FlagFacts {
  isWithheld: boolean
}

/** As many as one statement reads: a file may list a hundred thousand. */
const atOnce = 1000

/**
 * What the chips of each of these patients are made from. Patients who are not there have no entry. Few records are
 * restricted, so that only for those is it asked whether they are withheld.
 */
const factsOf = async (
  sql: Kysely<DB>,
  patientIds: readonly number[],
  reader: Reader,
): Promise<ReadonlyMap<number, KnownFacts>> => {
  const ids = [...new Set(patientIds)]
  const known = new Map<number, KnownFacts>()
  for (let from = 0; from < ids.length; from += atOnce) {
    // Asked for through a select, the ids count as ten in every plan: one plan then suits them all and is kept.
    const { rows } = await raw<{ id: number; facts: FlagFacts }>`
      /* prepared: flags of patients */
      select patient.id, ${flagFacts('patient')} as facts from patient
      where patient.id = any((select ${ids.slice(from, from + atOnce)}::bigint[])::bigint[])`.execute(sql)
    const restricted = rows.filter(({ facts }) => facts.isRestricted).map(({ id }) => id)
    const withheld = await withheldAmong(sql, restricted, reader)
    for (const { id, facts } of rows) known.set(id, { ...facts, isWithheld: withheld.has(id) })
  }
  return known
}

const chipsFor = (facts: KnownFacts | undefined): FlagChip[] =>
  facts === undefined ? [] : chipsOf(facts.isWithheld ? withoutWords(facts) : facts, today(), 'staff')

/** What must be seen all the same, and no more than that: of a flag its kind, and nothing that somebody wrote. */
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
 * Rows of a list of patients, each with its chips, and without the whereabouts of whose record is withheld. Everything that
 * shows a patient in a list asks this.
 */
export const withFlags = async <Row extends { patientId: number }>(
  sql: Kysely<DB>,
  rows: readonly Row[],
  reader: Reader,
): Promise<(Row & { flags: FlagChip[]; isWithheld?: true })[]> => {
  const known = await factsOf(
    sql,
    rows.map(({ patientId }) => patientId),
    reader,
  )
  return rows.map((row) => {
    const facts = known.get(row.patientId)
    return { ...withoutWhereabouts(row, facts?.isWithheld === true), flags: chipsFor(facts) }
  })
}

/** The same of rows with a telephone number, which is left out where it must not be rung. */
export const withFlagsAndTelephone = async <Row extends { patientId: number; telephone: string | null }>(
  sql: Kysely<DB>,
  rows: readonly Row[],
  reader: Reader,
): Promise<(Row & { flags: FlagChip[]; doNotCall: boolean; isWithheld?: true })[]> => {
  const known = await factsOf(
    sql,
    rows.map(({ patientId }) => patientId),
    reader,
  )
  return rows.map((row) => {
    const facts = known.get(row.patientId)
    const doNotCall = facts !== undefined && isNotToBeCalled(facts)
    const shown = withoutWhereabouts(row, facts?.isWithheld === true)
    return { ...shown, flags: chipsFor(facts), doNotCall, telephone: doNotCall ? null : shown.telephone }
  })
}
