import {
  listDocuments,
  uploadDocument,
  type PathwayDocument,
} from '../../../../contract/pathways/document.ts'
import type { InputOf } from '../../../../contract/platform/calls/endpoint.ts'
import { formOf, type Asked, type TestService } from '../../../testing/process/service.ts'
import type { TestUser } from '../../../testing/world/users.ts'

let letters = 0

/**
 * A letter with content unique in this run, so that no upload counts as a repeat of another. Exactly `size` bytes if
 * given. It is text, which is stored byte for byte.
 */
export const aLetter = (size?: number): Buffer =>
  Buffer.from(`Letter ${(letters += 1)}\n`.padEnd(size ?? 0, 'x'))

export const fileOf = (content: Buffer, name = 'letter.txt', type = 'text/plain'): File =>
  new File([Buffer.from(content)], name, { type })

type Upload = InputOf<typeof uploadDocument>

export const clinicLetter = async ({ db }: Pick<TestService, 'db'>): Promise<number> => {
  const type = await db.sql
    .selectFrom('document_type')
    .select('id')
    .where('name', '=', 'Clinic letter')
    .executeTakeFirstOrThrow()
  return type.id
}

/** Uploads a new letter to a pathway, unless another file is given. */
export const upload = async (
  service: TestService,
  user: TestUser | null,
  pathwayId: number,
  more: Partial<Upload> = {},
  headers: Record<string, string> = {},
): Promise<Asked> =>
  service.ask(
    uploadDocument,
    { ParentId: pathwayId, DocumentTypeId: await clinicLetter(service), file: fileOf(aLetter()), ...more },
    user,
    headers,
  )

/** The same upload as the bytes of one request. */
export const formOfLetter = async (service: TestService, pathwayId: number, content = aLetter()) =>
  formOf({ ParentId: pathwayId, DocumentTypeId: await clinicLetter(service), file: fileOf(content) })

export const documentsOf = async (
  service: TestService,
  user: TestUser,
  pathwayId: number,
  deletedToo = false,
): Promise<PathwayDocument[]> => {
  const input = { pathwayId, ...(deletedToo ? { includeInActive: 'true' as const } : {}) }
  const { status, body } = await service.ask(listDocuments, input, user)
  if (status !== 200) throw new Error(`The documents were not listed: ${status}`)
  return body as PathwayDocument[]
}

/** Counts rows, contents in the database, and notes of contents elsewhere. */
export const countStored = async ({ db }: Pick<TestService, 'db'>) => {
  const { rows } = await db.owner.query<{ rows: number; contents: number; pending: number }>(
    `select (select count(*)::integer from document) as rows,
       (select count(*)::integer from document_content) as contents,
       (select count(*)::integer from document_pending) as pending`,
  )
  return { rows: 0, contents: 0, pending: 0, ...rows[0] }
}
