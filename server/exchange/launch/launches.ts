import { sql as raw, type Kysely, type Transaction } from 'kysely'
import type { LaunchPerson } from '../../../contract/exchange/launch.ts'
import { instantOf } from '../../../contract/platform/words/format.ts'
import { sha256 } from '../../platform/crypto/sha256.ts'
import { newToken } from '../../platform/crypto/tokens.ts'
import type { DB } from '../../platform/db/types.ts'
import { reachOf } from '../fhir/search/reach.ts'

/** An opened app comes back at once. */
const launchSeconds = 60
/** Then the user may take their time to read what it wants. */
const readingSeconds = 600

/** Opens an app about a patient: what it sends back to say so, once. */
export const makeLaunch = async (
  sql: Transaction<DB>,
  { clientId, sessionId, patientId }: { clientId: number; sessionId: number; patientId: number },
  now: number,
): Promise<string> => {
  const launch = newToken()
  await sql
    .insertInto('fhir_launch')
    .values({
      hash: sha256(launch),
      client_id: clientId,
      session_id: sessionId,
      patient_id: patientId,
      expires_at: instantOf(now + launchSeconds * 1000),
    })
    .execute()
  return launch
}

interface Which {
  launch: string
  clientId: number
  userId: number
}

const itsSessions = (userId: number, now: number) => raw`
  select id from user_session where user_id = ${userId} and ended_at is null and expires_at > ${instantOf(now)}`

/**
 * The patient about whom the user opened this app; null if the launch is another one's, has ended or was used. It is
 * valid for longer once it was shown.
 */
export const showLaunch = async (
  sql: Transaction<DB>,
  { launch, clientId, userId }: Which,
  now: number,
): Promise<number | null> => {
  const { rows } = await raw<{ patient_id: number }>`
    update fhir_launch set expires_at = ${instantOf(now + readingSeconds * 1000)}
    where hash = ${sha256(launch)} and client_id = ${clientId} and expires_at > ${instantOf(now)}
      and session_id in (${itsSessions(userId, now)})
    returning patient_id`.execute(sql)
  return rows[0]?.patient_id ?? null
}

/** The same, and uses it up. */
export const spendLaunch = async (
  sql: Transaction<DB>,
  { launch, clientId, userId }: Which,
  now: number,
): Promise<number | null> => {
  const { rows } = await raw<{ patient_id: number }>`
    delete from fhir_launch
    where hash = ${sha256(launch)} and client_id = ${clientId} and expires_at > ${instantOf(now)}
      and session_id in (${itsSessions(userId, now)})
    returning patient_id`.execute(sql)
  return rows[0]?.patient_id ?? null
}

/** The patient as an app may read them; null for a restricted record, or one that its team does not look after. */
export const personFor = async (
  sql: Kysely<DB>,
  { teamId }: { teamId: number | null },
  patientId: number,
): Promise<LaunchPerson | null> => {
  const reach = reachOf({ purpose: 'ownCare', teamId, patientId })
  const { rows } = await raw<LaunchPerson>`
    select patient.id as "patientId", patient.family_name as "familyName", patient.first_name as "firstName",
      name_prefix.name as "namePrefix", patient.nhs_number as "nhsNumber", patient.date_of_birth as "dateOfBirth"
    from patient left join name_prefix on name_prefix.id = patient.name_prefix_id
    where patient.is_active and ${reach(raw`patient.id`, null)}`.execute(sql)
  return rows[0] ?? null
}
