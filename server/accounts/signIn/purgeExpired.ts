import type { Pool } from 'pg'
import { instantOf } from '../../../contract/platform/words/format.ts'
import { guessKind } from '../throttle/guesses.ts'

const hour = 60 * 60_000
const day = 24 * hour

/**
 * Rows that no longer have any effect, by table. Sessions and devices stay: their owners can see them for ninety days.
 */
const statements: readonly [text: string, keptForMs: number][] = [
  ['delete from access_token where expires_at < $1', day],
  // Used refresh tokens are needed while their session lives: presenting one again ends it (AU-7).
  [
    'delete from refresh_token where session_id in (select id from user_session where expires_at < $1 or ended_at < $1)',
    day,
  ],
  ['delete from request_replay where expires_at < $1', 0],
  ['delete from reset_code where expires_at < $1', day],
  ['delete from provider_attempt where expires_at < $1', 0],
  ['delete from passkey_challenge where expires_at < $1', 0],
  ['delete from sign_in_bucket where changed_at < $1', day],
  [
    `delete from call_log where kind = '${guessKind}' and not exists (select from unnest(recent) at where at > $1)`,
    hour,
  ],
  [`delete from call_log where not exists (select from unnest(recent) at where at > $1)`, day],
  ['delete from pds_trace where asked_at < $1', hour],
  // What differed for somebody without an open referral is nobody's to settle.
  [
    'delete from pds_check where asked_at < $1 and not exists (select from work_list where work_list.patient_id = pds_check.patient_id)',
    day,
  ],
  ['delete from pds_night where night < $1::timestamptz', 30 * day],
  ['delete from fhir_launch where expires_at < $1', 0],
  // A used code is needed while its token lives: presenting it again ends the token.
  ['delete from fhir_code where expires_at < $1', day],
  ['delete from fhir_token where expires_at < $1', day],
  ['delete from referral_form_draft where expires_at < $1', 0],
  // Lists of people that somebody uploaded and did not load.
  ['delete from case_finding_upload where created_at < $1', day],
  // The own page shows who opened the record for twelve months; the audit trail has the visits for longer.
  ['delete from person_visit where seen_at < $1', 396 * day],
  ['delete from draft where saved_at < $1', 7 * day],
  ['select forget_external_grants($1)', day],
  ['delete from report_run where expires_at < $1', 0],
  ['delete from fhir_export where expires_at < $1', 0],
  ['delete from csds_submission where expires_at < $1', 0],
  [
    'delete from user_device where last_seen_at < $1 and id not in (select device_id from user_session where device_id is not null)',
    90 * day,
  ],
]

/** Runs every hour and deletes what has expired. */
export const purgeExpired = async (pool: Pool, now: number): Promise<void> => {
  for (const [text, keptForMs] of statements) await pool.query(text, [instantOf(now - keptForMs)])
}
