import { sql as raw, type Kysely } from 'kysely'
import type { z } from 'zod'
import { instantOf } from '../../../contract/platform/words/format.ts'
import { labels } from '../../../contract/platform/words/labels.ts'
import {
  accessHours,
  type AccessRow,
  type openRestricted,
  type reviewAccess,
} from '../../../contract/governance/restriction.ts'
import type { DB } from '../../platform/db/types.ts'
import { HttpProblem, notFound } from '../../platform/errors.ts'
import { withFlags } from '../../patients/flags/read.ts'
import type { Reader } from '../../patients/flags/withheld.ts'
import type { Principal } from '../../platform/http/request/principal.ts'
import { savedTable } from '../../platform/writes/columns.ts'
import { addRow, changeRow, lockRow, type SavedRow } from '../../platform/writes/saveRow.ts'
import type { StaffWriting } from '../../platform/writes/write.ts'

const accessTable = savedTable({
  table: 'restricted_access',
  entity: 'restrictedAccess',
  columns: { patientId: 'patient_id', reason: 'reason', words: 'words', reviewNote: 'review_note' },
  labels: labels.restrictedAccess,
})

const refuse = (message: string) => new HttpProblem(409, 'conflict', message)

/** Opens a restricted record to the current user, in this session and for some hours. */
export const openRecord = async (
  writing: StaffWriting,
  { patientId, reason, words }: z.output<typeof openRestricted.input>,
  { currentRole: role }: Pick<Principal, 'currentRole'>,
  now: number,
): Promise<{ patientId: number; until: string }> => {
  const restricted = await writing.sql
    .selectFrom('patient')
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('patient_restriction')
          .select('id')
          .whereRef('patient_id', '=', 'patient.id')
          .where('ended_at', 'is', null),
      ).as('isRestricted'),
    )
    .where('id', '=', patientId)
    .executeTakeFirst()
  if (restricted === undefined) throw notFound()
  if (restricted.isRestricted !== true) throw refuse('This record is not restricted. You can open it.')
  const until = instantOf(now + accessHours * 3_600_000)
  await addRow(writing, {
    ...accessTable,
    values: {
      patient_id: patientId,
      user_id: writing.userId,
      session_id: writing.sessionId,
      role,
      reason,
      words,
      expires_at: until,
    },
    patientId,
  })
  writing.trace({ criteria: { reason, words } })
  return { patientId, until }
}

/** Accesses that nobody has reviewed first, then the others; within each group the latest first. */
export const listAccessRows = async (
  sql: Kysely<DB>,
  reader: Reader,
  limit: number,
): Promise<AccessRow[]> => {
  const { rows } = await raw<Omit<AccessRow, 'flags'>>`
    select access.id, access.version, access.patient_id as "patientId", patient.family_name as "familyName",
      patient.first_name as "firstName", name_prefix.name as "namePrefix", patient.nhs_number as "nhsNumber",
      opener.display_name as who, access.role, access.reason, access.words, access.created_at as at,
      access.expires_at as until, access.user_id = ${reader.userId} as "isOwn", access.reviewed_at as "reviewedAt",
      reviewer.display_name as "reviewedBy", access.review_note as "reviewNote"
    from restricted_access as access
    join patient on patient.id = access.patient_id
    left join name_prefix on name_prefix.id = patient.name_prefix_id
    join app_user as opener on opener.id = access.user_id
    left join app_user as reviewer on reviewer.id = access.reviewed_by
    order by access.reviewed_at is not null, access.id desc
    limit ${limit}`.execute(sql)
  return withFlags(sql, rows, reader)
}

/** The number of accesses that the user could review: nobody reviews their own reason. */
export const countToReview = async (sql: Kysely<DB>, userId: number): Promise<number> => {
  const { count } = await sql
    .selectFrom('restricted_access')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('reviewed_at', 'is', null)
    .where('user_id', '!=', userId)
    .executeTakeFirstOrThrow()
  return count
}

export const reviewAccessOf = async (
  writing: StaffWriting,
  { id, version, patientId, reviewNote }: z.output<typeof reviewAccess.input>,
  now: number,
): Promise<SavedRow> => {
  const found = await writing.sql
    .selectFrom('restricted_access')
    .select(['patient_id', 'user_id'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (found === undefined) throw notFound()
  if (patientId !== undefined && patientId !== found.patient_id)
    throw refuse('This belongs to another patient. Nothing was saved.')
  if (found.user_id === writing.userId)
    throw refuse('You opened this record yourself. Somebody else must review the reason.')
  const access = await lockRow(writing, 'restricted_access', id)
  if (access.reviewed_at !== null) throw refuse('Somebody has already reviewed this.')
  return changeRow(writing, {
    ...accessTable,
    id,
    version,
    locked: access,
    values: { reviewed_at: instantOf(now), reviewed_by: writing.userId, review_note: reviewNote ?? null },
    patientId: found.patient_id,
  })
}
