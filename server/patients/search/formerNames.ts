import { sql as raw, type Kysely, type RawBuilder } from 'kysely'
import type { DB } from '../../platform/db/types.ts'
import { withheldAmong, type Reader } from '../flags/withheld.ts'

/*
 * Finds patients by a former family name (decision 139). Former first names neither find nor show anybody, and a former
 * name does not find a record that is withheld from the reader.
 */

/** The former family name, by the id of the patient it finds. */
export type FormerNames = ReadonlyMap<number, string>
export const noFormerNames: FormerNames = new Map()

interface FormerRow {
  id: number
  familyName: string
  isRestricted: boolean
}

/**
 * A statement for `findFormerNames`.
 * @param holds condition on a row of `patient` as `listed` and one of `former_name` as `former`; it must exclude
 * patients whom the present name finds
 */
export const formerNamesWho = (holds: RawBuilder<unknown>): RawBuilder<FormerRow> => raw<FormerRow>`
    select distinct on (listed.id) listed.id, former.family_name as "familyName",
      exists (select from patient_restriction as restriction
        where restriction.patient_id = listed.id and restriction.ended_at is null) as "isRestricted"
    from former_name as former join patient as listed on listed.id = former.patient_id
    where listed.is_active and ${holds}
    order by listed.id, former.id desc`

/** The rows of such a statement without the records that are withheld from the reader. */
export const findFormerNames = async (
  sql: Kysely<DB>,
  reader: Reader,
  rows: readonly FormerRow[],
): Promise<FormerNames> => {
  if (rows.length === 0) return noFormerNames
  const restricted = rows.flatMap(({ id, isRestricted }) => (isRestricted ? [id] : []))
  const withheld = await withheldAmong(sql, restricted, reader)
  return new Map(rows.flatMap(({ id, familyName }) => (withheld.has(id) ? [] : [[id, familyName] as const])))
}

/** The part of a list that former names find; empty if they find nobody. */
export const rangeOf = (former: FormerNames): { holds: RawBuilder<unknown> }[] =>
  former.size === 0 ? [] : [{ holds: raw`listed.id = any(${[...former.keys()]}::bigint[])` }]

/** Adds to each row the former family name that found it, if one did. */
export const withFormerNames = <Row extends { patientId: number }>(
  rows: readonly Row[],
  former: FormerNames,
): (Row & { formerFamilyName?: string })[] =>
  rows.map((row) => {
    const formerFamilyName = former.get(row.patientId)
    return formerFamilyName === undefined ? row : { ...row, formerFamilyName }
  })
