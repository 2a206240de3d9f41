import { sql as raw, type Kysely, type RawBuilder } from 'kysely'
import type { DB } from '../../platform/db/types.ts'
import { readPatientTables, type PatientTable } from './patientTables.ts'

/** Tables whose dates are not about the patient's care, and why. */
const notCare: Readonly<Record<string, string>> = {
  external_grant: 'A look is no contact',
  patient_merge: 'Putting records together is no contact',
  registered_in_error: 'Putting something out of use is no contact',
  patient_restriction: 'Who may open a record is no contact',
  restricted_access: 'A look is no contact',
  person_link: 'That somebody may look is no contact',
  retention_hold: 'What keeps a record does not make it younger',
  work_list: 'A copy for lists',
  fhir_notice: 'That other software is told is no contact',
  stage_transition: 'To be moved to another list is no contact, and happens by itself',
}

/** Dates that come before any care. */
const notLater: ReadonlySet<string> = new Set(['date_of_birth'])

/** The dates of a row, or the day on which it was entered if its table has no dates. */
const daysOf = ({ name, columns }: PatientTable): RawBuilder<string>[] => {
  const days = columns.filter(({ name: column, type }) => type === 'date' && !notLater.has(column))
  if (days.length > 0) return days.map((day) => raw<string>`${raw.ref(`${name}.${day.name}`)}`)
  return columns.some((column) => column.name === 'created_at')
    ? [raw<string>`(${raw.ref(`${name}.created_at`)} at time zone 'Europe/London')::date`]
    : []
}

/** The table joined with its parents up to the patient. */
const upToPatient = (tables: readonly PatientTable[], name: string): RawBuilder<unknown> => {
  const [parent] = tables.find((table) => table.name === name)?.parents ?? []
  if (parent === undefined) return raw.table(name)
  return raw`${upToPatient(tables, parent.table)} join ${raw.table(name)}
    on ${raw.ref(`${name}.${parent.column}`)} = ${raw.ref(`${parent.table}.${parent.key}`)}`
}

/**
 * SQL for one row per patient: `patient_id` and `last_day`, the latest date anywhere in the record, whatever it is
 * about. Deleted entries count too. A record without any date counts from the day it was created. Merged records count
 * as one.
 * @param patientId limits the query to this patient, which makes it fast
 */
export const lastDays = async (sql: Kysely<DB>, patientId?: number): Promise<RawBuilder<unknown>> => {
  const whose = patientId === undefined ? raw`` : raw`where patient.id = any(records_of_person(${patientId}))`
  const tables = await readPatientTables(sql)
  const parts = tables.flatMap((table) => {
    if (notCare[table.name] !== undefined) return []
    const days = daysOf(table)
    return days.length === 0
      ? []
      : [
          raw`select patient.id as patient_id, greatest(${raw.join(days)}) as day from ${upToPatient(tables, table.name)} ${whose}`,
        ]
  })
  const entered = raw`(patient.created_at at time zone 'Europe/London')::date`
  return raw`(
    select coalesce(merged_record.into_id, own.patient_id) as patient_id, max(own.last_day) as last_day
    from (
      select found.patient_id, coalesce(max(found.day), (select ${entered} from patient where patient.id = found.patient_id)) as last_day
      from (${raw.join(parts, raw` union all `)}) as found group by found.patient_id) as own
    left join merged_record on merged_record.id = own.patient_id
    group by 1)`
}

/** SQL for the day from which the record of `patient` need not be kept. It takes `last_day` from `spoken`. */
export const dueDay = raw<string>`greatest(
  (spoken.last_day + make_interval(years => (select years from retention_rule where code = 'adult')))::date,
  case when patient.date_of_birth + interval '18 years' > spoken.last_day
    then (patient.date_of_birth + make_interval(years => (select years from retention_rule where code = 'young')))::date
  end)`
