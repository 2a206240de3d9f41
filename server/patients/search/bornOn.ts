import { sql as raw, type Kysely } from 'kysely'
import type { DemographicsSearch } from '../../../contract/patients/search/search.ts'
import { parameter, prepare, unseen } from '../../platform/db/query/compileOnce.ts'
import type { DB } from '../../platform/db/types.ts'
import type { Reader } from '../flags/withheld.ts'
import { endsOf, laterName, nameBegins } from './byDetails.ts'
import { findFormerNames, noFormerNames, type FormerNames } from './formerNames.ts'
import { joins, shownWithFacts, type WithFacts } from './shownRows.ts'
import { wordsQuery } from './termsQuery.ts'

interface BornOn extends WithFacts {
  /** The former family name by which the row was found; null if the present one was. */
  formerFamilyName: string | null
}

const familyBegins = (of: string) => nameBegins(of, 'family_name', [2, 3, 8])
/** Former names by which the patient is found. */
const formerOf = (of: string) =>
  raw`former.patient_id = ${raw.ref(`${of}.id`)} and former.search_terms @@ ${unseen(10, 'text')}::tsquery`

/**
 * Patients born on a day who meet the other conditions, in the usual order. This is a range of one index, so that one
 * plan suits every search and is kept. A name that is not asked for has no bounds.
 */
const bornOn = prepare<BornOn>(
  'find patients by birth',
  raw`
  select ${shownWithFacts('listed', raw`, before.family_name as "formerFamilyName"`)}
  from (
    select patient.* from patient
    where is_active and date_of_birth = ${unseen(1, 'date')}
      and (${familyBegins('patient')}
        or exists (select from former_name as former where ${formerOf('patient')} offset 0))
      and ${nameBegins('patient', 'first_name', [4, 5, 9])}
      and (${unseen(6, 'bigint')} is null or gender_id = ${unseen(6, 'bigint')})
    order by family_name_key, first_name_key, id limit ${parameter(7, 'integer')}) as listed
  left join lateral (
    select former.family_name from former_name as former
    where not ${familyBegins('listed')} and ${formerOf('listed')}
    order by former.id desc limit 1) as before on true
  ${raw.raw(joins('listed'))}
  order by listed.family_name_key, listed.first_name_key, listed.id`,
)

/** At most a page of the patients born on a day, also by former family names; null if there are more. */
export const findBornOn = async (
  sql: Kysely<DB>,
  { familyName, firstName, dateOfBirth, gender }: DemographicsSearch,
  reader: Reader,
  limit: number,
): Promise<{ rows: WithFacts[]; former: FormerNames } | null> => {
  const [family, first] = [endsOf(familyName), endsOf(firstName)]
  if (family === 'no key' || first === 'no key') return { rows: [], former: noFormerNames }
  const later = [laterName('f:', familyName), laterName('g:', firstName)]
  const query = wordsQuery(familyName ?? '')
  const all = await bornOn(sql, dateOfBirth, ...family, ...first, gender || null, limit + 1, ...later, query)
  if (all.length > limit) return null
  const former = await findFormerNames(
    sql,
    reader,
    all.flatMap(({ patientId: id, formerFamilyName: familyName, fact_isRestricted: isRestricted }) =>
      familyName === null ? [] : [{ id, familyName, isRestricted: isRestricted === true }],
    ),
  )
  const rows = all.flatMap(({ formerFamilyName, ...row }) =>
    formerFamilyName === null || former.has(row.patientId) ? [row] : [],
  )
  return { rows, former }
}
