import { sql as raw, type Kysely, type RawBuilder } from 'kysely'
import { formatDate } from '../../../contract/platform/words/format.ts'
import type { DB } from '../../platform/db/types.ts'
import type { Group } from '../reports/definition.ts'

/*
 * Groups of people for checking whether a service serves everyone equally: SQL over `patient`, and the group
 * definitions.
 */

const ageBands = ['Under 50', '50 to 64', '65 to 74', '75 to 84', '85 to 94', '95 and over'] as const

/** Age in completed years on the given day. */
export const ageBandOn = (day: RawBuilder<unknown>): RawBuilder<unknown> => raw`
  (array[${raw.join(ageBands.map((name) => raw`${name}`))}]::text[])[1 + width_bucket(
    extract(year from age(${day}, patient.date_of_birth))::integer, array[50, 65, 75, 85, 95])] as age_band`

export const byAge: Group = { id: 'age_band', title: 'Age', every: () => [...ageBands] }
export const byGender: Group = { id: 'gender', title: 'Gender' }
export const byEthnicity: Group = { id: 'ethnicity', title: 'Ethnicity' }

/** Names of gender and ethnicity, and the deprivation fifth of the postcode; needs `patient` in the join. */
export const ofPatient = raw`gender.name as gender, ethnicity.code || ' ' || ethnicity.name as ethnicity, deprivation.fifth`
export const joinOfPatient = raw`
  join gender on gender.id = patient.gender_id
  left join ethnicity on ethnicity.id = patient.ethnicity_id
  left join (
    select postcode, fifth from postcode_deprivation
    where file_id = (select id from deprivation_file where used_from is not null)
  ) as deprivation on deprivation.postcode = replace(upper(patient.postcode), ' ', '')`

const fifths = { 1: '1, most deprived', 2: '2', 3: '3', 4: '4', 5: '5, least deprived' }

export const byDeprivation: Group = {
  id: 'fifth',
  title: 'Deprivation fifth',
  missing: 'Postcode not known',
  labels: fifths,
  every: () => Object.keys(fifths),
}

/**
 * Names the postcode file and since when it has been in use, because the definition of a report does not change when
 * another file is imported.
 */
export const deprivationNote = async (sql: Kysely<DB>): Promise<string> => {
  const file = await sql
    .selectFrom('deprivation_file')
    .select(['file_name', raw<string>`(used_from at time zone 'Europe/London')::date`.as('since')])
    .where('used_from', 'is not', null)
    .executeTakeFirst()
  return file === undefined
    ? 'No file of postcodes has been imported yet, so no fifth is known. Administrators import it.'
    : `By the file ${file.file_name}, in use since ${formatDate(file.since)}.`
}
