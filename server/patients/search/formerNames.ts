import { sql as raw, type Kysely, type RawBuilder } from 'kysely'
import type { DB } from '../../platform/db/types.ts'
import { withheldAmong, type Reader } from '../flags/withheld.ts'

/*
 * Who is found by a family name that the record had before (decision 139). Former first names neither find nor show anybody, and a
 * record that is withheld from the reader is not found by a former name.
 */

/** The family name of before, by the patient whom it finds. */
export type FormerNames = ReadonlyMap<number, string>
export const noFormerNames: FormerNames = new Map()

/**
 * @param holds of a row of `patient` as `listed` and one of `former_name` as `former`, for those alone whom the present name does not find
 */
export const findFormerNames = async (
  sql: Kysely<DB>,
  reader: Reader,
  holds: RawBuilder<unknown>,
): Promise<FormerNames> => {
  const { rows } = await raw<{ id: number; familyName: string; isRestricted: boolean }>`
    select distinct on (listed.id) listed.id, former.family_name as "familyName",
      exists (select from patient_restriction as restriction
        where restriction.patient_id = listed.id and restriction.ended_at is null) as "isRestricted"
    from former_name as former join patient as listed on listed.id = former.patient_id
    where listed.is_active and ${holds}
    order by listed.id, former.id desc`.execute(sql)
  const restricted = rows.flatMap(({ id, isRestricted }) => (isRestricted ? [id] : []))
  const withheld = await withheldAmong(sql, restricted, reader)
  return new Map(rows.flatMap(({ id, familyName }) => (withheld.has(id) ? [] : [[id, familyName] as const])))
}

/** The part of a list that former names find; none where they find nobody. */
export const rangeOf = (former: FormerNames): { holds: RawBuilder<unknown> }[] =>
  former.size === 0 ? [] : [{ holds: raw`listed.id = any(${[...former.keys()]}::bigint[])` }]

/** Rows with the family name by which each was found, where that is a former one. */
export const withFormerNames = <Row extends { patientId: number }>(
  rows: readonly Row[],
  former: FormerNames,
): (Row & { formerFamilyName?: string })[] =>
  rows.map((row) => {
    const formerFamilyName = former.get(row.patientId)
    return formerFamilyName === undefined ? row : { ...row, formerFamilyName }
  })
