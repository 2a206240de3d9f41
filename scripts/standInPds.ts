import { peopleOfDemonstration, type KnownPatient } from '../server/exchange/pds/standIn/patients.ts'
import { startStandIn } from '../server/exchange/pds/standIn/standIn.ts'
import type { PdsSettings } from '../server/exchange/pds/settings.ts'
import { connect } from '../server/platform/db/connection/connect.ts'

/** Starts the stand-in of PDS in this process, which knows the patients of the demonstration. */
export const startPdsOfDemonstration = async (databaseUrl: string): Promise<PdsSettings> =>
  (await startStandIn(peopleOfDemonstration(await readPatients(databaseUrl)))).settings

const readPatients = async (databaseUrl: string): Promise<KnownPatient[]> => {
  const db = connect(databaseUrl, { connections: 1, stepsBack: false })
  try {
    const { rows } = await db.pool.query<KnownPatient>(`
      select nhs_number as "nhsNumber", family_name as "familyName", first_name as "firstName", name_prefix.name as title,
        case gender.code when '1' then 'male' when '2' then 'female' when '9' then 'other' else 'unknown' end as gender,
        date_of_birth::text as "dateOfBirth", postcode, phone_home as "phoneHome", phone_mobile as "phoneMobile", email,
        array[coalesce(address_line1, ''), coalesce(address_line2, ''), coalesce(address_line3, ''), coalesce(town, ''),
          coalesce(county, '')] as lines,
        registered_gp as practice, deceased_date::text as "diedOn",
        exists (select from work_list where work_list.patient_id = patient.id) as "isOpen"
      from patient
      join gender on gender.id = patient.gender_id
      left join name_prefix on name_prefix.id = patient.name_prefix_id
      where patient.is_active and nhs_number is not null
      order by patient.id`)
    return rows
  } finally {
    await db.close()
  }
}
