import { sql as raw, type Kysely, type RawBuilder } from 'kysely'
import type { SearchedRow } from '../../../contract/patients/search/search.ts'
import type { DB } from '../../platform/db/types.ts'
import { withheldAmong, type Reader } from '../flags/withheld.ts'

/*
 * Finds patients by a former family name (decision 139), or by an NHS number that PDS replaced (decision 157). Former first
 * names neither find nor show anybody, and neither finds a record that is withheld from the reader.
 */

/** What a patient was formerly called, or the number that they formerly had. */
type Former = Pick<SearchedRow, 'formerFamilyName'> | Pick<SearchedRow, 'formerNhsNumber'>
/** What found a patient other than what the record says now, by the id of the patient. */
export type FormerNames = ReadonlyMap<number, Former>
export const noFormerNames: FormerNames = new Map()

interface FormerRow {
  id: number
  isRestricted: boolean
}
interface FormerNameRow extends FormerRow {
  familyName: string
}
interface FormerNumberRow extends FormerRow {
  nhsNumber: string
}

/** Whether a row of `patient` as `listed` is restricted, in a statement for `findFormerNames`. */
const restricted = raw`exists (select from patient_restriction as restriction
        where restriction.patient_id = listed.id and restriction.ended_at is null) as "isRestricted"`

/**
 * A statement for `findFormerNames`.
 * @param holds condition on a row of `patient` as `listed` and one of `former_name` as `former`; it must exclude
 * patients whom the present name finds
 */
export const formerNamesWho = (holds: RawBuilder<unknown>): RawBuilder<FormerNameRow> => raw<FormerNameRow>`
    select distinct on (listed.id) listed.id, former.family_name as "familyName",
      ${restricted}
    from former_name as former join patient as listed on listed.id = former.patient_id
    where listed.is_active and ${holds}
    order by listed.id, former.id desc`

/**
 * A statement for `findFormerNames` about those who formerly had this number.
 * @param holds condition on `listed` and a row of `former_number` as `former`, which must exclude patients whom what the
 * record says now finds
 */
export const formerNumbersWho = (
  nhsNumber: unknown,
  holds: RawBuilder<unknown>,
): RawBuilder<FormerNumberRow> =>
  raw<FormerNumberRow>`
    select listed.id, former.nhs_number as "nhsNumber",
      ${restricted}
    from former_number as former join patient as listed on listed.id = former.patient_id
    where former.nhs_number = ${nhsNumber} and listed.is_active and ${holds}`

/** The rows of such a statement without the records that are withheld from the reader. */
export const findFormerNames = async (
  sql: Kysely<DB>,
  reader: Reader,
  rows: readonly (FormerNameRow | FormerNumberRow)[],
): Promise<FormerNames> => {
  if (rows.length === 0) return noFormerNames
  const toAsk = rows.flatMap(({ id, isRestricted }) => (isRestricted ? [id] : []))
  const withheld = await withheldAmong(sql, toAsk, reader)
  return new Map(rows.flatMap((row) => (withheld.has(row.id) ? [] : [[row.id, formerOf(row)] as const])))
}

const formerOf = (row: FormerNameRow | FormerNumberRow): Former =>
  'nhsNumber' in row ? { formerNhsNumber: row.nhsNumber } : { formerFamilyName: row.familyName }

/** The part of a list that former names find; empty if they find nobody. */
export const rangeOf = (former: FormerNames): { holds: RawBuilder<unknown> }[] =>
  former.size === 0 ? [] : [{ holds: raw`listed.id = any(${[...former.keys()]}::bigint[])` }]

/** Adds to each row the former family name or number that found it, if one did. */
export const withFormerNames = <Row extends { patientId: number }>(
  rows: readonly Row[],
  former: FormerNames,
): (Row & Former)[] => rows.map((row) => ({ ...row, ...former.get(row.patientId) }))
