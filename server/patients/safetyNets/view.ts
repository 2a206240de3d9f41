import { sql as raw, type Kysely } from 'kysely'
import { flagKindNames, type FlagKindName } from '../../../contract/patients/flags/flagKinds.ts'
import type { SafetyNets, SimilarPatient } from '../../../contract/patients/flags/safetyNets.ts'
import type { DB } from '../../platform/db/types.ts'
import { notFound } from '../../platform/errors.ts'
import { flagColumns } from '../flags/columns.ts'
import { likeNames } from '../flags/read.ts'
import { selected } from '../../platform/writes/columns.ts'
import {
  capacityColumns,
  contactColumns,
  fallsCalendarConsentColumns,
  reminderConsentColumns,
} from './columns.ts'

/** Maximum similar patients shown, as many as anybody reads. */
const mostSimilar = 50

/** Everything that the page of flags, capacity and contacts shows of one active patient. */
export const viewSafetyNets = async (sql: Kysely<DB>, patientId: number): Promise<SafetyNets> => {
  const patient = await sql
    .selectFrom('patient')
    .select('id')
    .where('id', '=', patientId)
    .where('is_active', '=', true)
    .executeTakeFirst()
  if (patient === undefined) throw notFound()
  const [flags, capacity, contacts, reminderConsents, fallsCalendarConsents, similarNames] =
    await Promise.all([
      readFlags(sql, patientId),
      sql
        .selectFrom('capacity_assessment as record')
        .leftJoin('app_user as recorder', 'recorder.id', 'record.updated_by')
        .select(['record.id', 'record.version', 'recorder.display_name as recordedBy'])
        .select('record.updated_at as recordedAt')
        .select(selected('record', capacityColumns))
        .where('record.patient_id', '=', patientId)
        .where('record.is_active', '=', true)
        .orderBy('record.assessed_date', 'desc')
        .orderBy('record.id', 'desc')
        .execute(),
      sql
        .selectFrom('patient_contact as record')
        .select(['record.id', 'record.version'])
        .select(selected('record', contactColumns))
        .where('record.patient_id', '=', patientId)
        .where('record.is_active', '=', true)
        .orderBy('record.is_preferred', 'desc')
        .orderBy('record.is_emergency', 'desc')
        .orderBy('record.id')
        .execute(),
      sql
        .selectFrom('reminder_consent as record')
        .select(['record.id', 'record.version'])
        .select(selected('record', reminderConsentColumns))
        .where('record.patient_id', '=', patientId)
        .where('record.is_active', '=', true)
        .orderBy('record.asked_date', 'desc')
        .orderBy('record.id', 'desc')
        .execute(),
      readCalendarConsents(sql, patientId),
      readSimilar(sql, patientId),
    ])
  return { patientId, flags, capacity, contacts, reminderConsents, fallsCalendarConsents, similarNames }
}

/** The answers about the falls calendar; the first is in force. */
export const readCalendarConsents = (sql: Kysely<DB>, patientId: number) =>
  sql
    .selectFrom('falls_calendar_consent as record')
    .leftJoin('app_user as recorder', 'recorder.id', 'record.created_by')
    .select(['record.id', 'record.version', 'recorder.display_name as recordedBy'])
    .select(selected('record', fallsCalendarConsentColumns))
    .where('record.patient_id', '=', patientId)
    .where('record.is_active', '=', true)
    .orderBy('record.asked_date', 'desc')
    .orderBy('record.id', 'desc')
    .execute()

const readFlags = (sql: Kysely<DB>, patientId: number) =>
  sql
    .selectFrom('patient_flag as record')
    .leftJoin('app_user as setter', 'setter.id', 'record.created_by')
    .leftJoin('app_user as reviewer', 'reviewer.id', 'record.reviewed_by')
    .leftJoin('app_user as ender', 'ender.id', 'record.ended_by')
    .select(['record.id', 'record.version', 'record.source'])
    .select(selected('record', flagColumns))
    .select([
      'setter.display_name as setBy',
      'record.created_at as setAt',
      'reviewer.display_name as reviewedBy',
      'record.reviewed_at as reviewedAt',
      'ender.display_name as endedBy',
      'record.ended_at as endedAt',
      'record.ended_note as endedNote',
    ])
    .where('record.patient_id', '=', patientId)
    .orderBy('record.ended_at', (order) => order.desc().nullsFirst())
    .orderBy(raw`array_position(${flagKindNames}::text[], record.kind)`)
    .orderBy('record.review_date')
    .orderBy('record.id')
    // The table contains no other kinds.
    .$narrowType<{ kind: FlagKindName }>()
    .execute()

/** Patients whom this patient could be mistaken for. */
const readSimilar = async (sql: Kysely<DB>, patientId: number): Promise<SimilarPatient[]> => {
  const { rows } = await raw<SimilarPatient>`
    select alike.id, alike.family_name as "familyName", alike.first_name as "firstName",
      name_prefix.name as "namePrefix", alike.date_of_birth as "dateOfBirth", alike.nhs_number as "nhsNumber",
      alike.postcode
    from patient join patient as alike on ${likeNames('patient', 'alike')}
    left join name_prefix on name_prefix.id = alike.name_prefix_id
    where patient.id = ${patientId}
    order by alike.first_name_key, alike.date_of_birth, alike.id limit ${mostSimilar}`.execute(sql)
  return rows
}
