import type { Kysely, Transaction } from 'kysely'
import { mostRowsOnScreen } from '../../../../contract/exchange/caseFinding/caseFinding.ts'
import type { CalendarDate } from '../../../../contract/platform/dates/dates.ts'
import { instantOf } from '../../../../contract/platform/words/format.ts'
import type { DB } from '../../../platform/db/types.ts'
import { notFound, ValidationProblem } from '../../../platform/errors.ts'
import { ImportProblem } from '../../imports/files/problem.ts'
import { readList, type FileOfPeople } from '../reading/readList.ts'
import type { Described } from '../reading/readRow.ts'

/* A list on its way in by the screen. Only the user who began an upload can go on with it. */

const hourMs = 60 * 60_000

/** @param now milliseconds since the epoch */
export const startUpload = async (
  sql: Transaction<DB>,
  userId: number,
  now: number,
): Promise<{ id: number }> => {
  // Not those of another window of the same user.
  await sql
    .deleteFrom('case_finding_upload')
    .where('user_id', '=', userId)
    .where('created_at', '<', instantOf(now - hourMs))
    .execute()
  return sql
    .insertInto('case_finding_upload')
    .values({ user_id: userId })
    .returning('id')
    .executeTakeFirstOrThrow()
}

export const findUpload = async (
  sql: Kysely<DB>,
  id: number,
  userId: number,
): Promise<{ checked_at: string | null }> => {
  const upload = await sql
    .selectFrom('case_finding_upload')
    .select('checked_at')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (upload === undefined) throw notFound()
  return upload
}

export const addPart = async (
  sql: Transaction<DB>,
  { id, part, bytes, userId }: { id: number; part: number; bytes: string; userId: number },
): Promise<{ id: number }> => {
  await findUpload(sql, id, userId)
  const decoded = Buffer.from(bytes, 'base64')
  await sql
    .insertInto('case_finding_upload_part')
    .values({ upload_id: id, part, bytes: decoded })
    .onConflict((conflict) => conflict.columns(['upload_id', 'part']).doUpdateSet({ bytes: decoded }))
    .execute()
  // The check no longer applies, because the file has changed.
  await markUpload(sql, id, null)
  return { id }
}

export const markUpload = async (
  sql: Transaction<DB>,
  id: number,
  checkedAt: string | null,
): Promise<void> => {
  await sql.updateTable('case_finding_upload').set({ checked_at: checkedAt }).where('id', '=', id).execute()
}

/** The uploaded list with each row checked. What is wrong with the file as a whole is said of the field `file`. */
export const readUpload = async (
  sql: Kysely<DB>,
  { id, userId }: { id: number; userId: number },
  described: Described,
  today: CalendarDate,
): Promise<FileOfPeople> => {
  await findUpload(sql, id, userId)
  const parts = await sql
    .selectFrom('case_finding_upload_part')
    .select('bytes')
    .where('upload_id', '=', id)
    .orderBy('part')
    .execute()
  const source = { name: 'The file', parts: parts.map(({ bytes }) => bytes) }
  const file = await readList({ source }, described, today).catch((error: unknown) => {
    throw error instanceof ImportProblem ? new ValidationProblem({ file: error.lines.join(' ') }) : error
  })
  if (file.rows > mostRowsOnScreen)
    throw new ValidationProblem({
      file: `The list has ${file.rows} rows. At most ${mostRowsOnScreen} can be loaded here: ask an administrator to load it by command`,
    })
  if (file.rows === 0) throw new ValidationProblem({ file: 'The list has no rows' })
  return file
}
