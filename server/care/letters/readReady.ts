import { sql as raw, type Kysely } from 'kysely'
import type { Documents } from '../../pathways/documents/documents.ts'
import { readContent } from '../../pathways/documents/download.ts'
import type { DB } from '../../platform/db/types.ts'
import { heldBecause, readPersons } from './person.ts'
import { selectLetters } from './read.ts'

/**
 * The PDF of a letter that is about to leave, or why it may not. What was recorded since it was queued counts: the
 * practice, a death, an address.
 */
export const readReady = async (
  sql: Kysely<DB>,
  documents: Documents,
  letterId: number,
): Promise<{ pdf: Buffer } | { held: string }> => {
  const { rows } = await selectLetters(raw`letter.id = ${letterId}`).execute(sql)
  const [letter] = rows
  if (letter === undefined) return { held: 'The referral no longer exists.' }
  const held = heldBecause(letter, (await readPersons(sql, [letter.pathwayId])).get(letter.pathwayId))
  if (held !== null) return { held }
  const stored = await sql
    .selectFrom('document')
    .select(['stored_in', 'stored_name', 'sha256'])
    .where('id', '=', letter.documentId)
    .executeTakeFirstOrThrow()
  const pdf = await readContent(sql, documents, stored)
  return pdf === null ? { held: 'The letter is damaged where it is stored.' } : { pdf }
}
