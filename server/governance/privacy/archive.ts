import type { Kysely } from 'kysely'
import type { SubjectItem } from '../../../contract/governance/subjectRequest.ts'
import { sha256 } from '../../platform/crypto/sha256.ts'
import type { DB } from '../../platform/db/types.ts'
import type { Documents } from '../../pathways/documents/documents.ts'
import { readContent } from '../../pathways/documents/download.ts'
import { HttpProblem } from '../../platform/errors.ts'
import { tableCsv } from '../../platform/files/spreadsheet.ts'
import { telephoneCell } from '../../platform/files/telephoneCell.ts'
import { zip, zipName, type ZippedFile } from '../../platform/files/zip.ts'
import type { Fact, Holding } from './holding.ts'
import { releasedOf } from './items.ts'
import { recordPage, whoInWords } from './page.ts'

/** Maximum size of the documents in one archive. Each archive is built in memory, whole or not at all. */
const mostPartBytes = 50 * 1024 * 1024

export interface HeldDocument {
  id: number
  file_name: string
  size_bytes: number
  sha256: string
  stored_in: string
  stored_name: string
  scan: string
}

/** Every document of the patient, including deleted ones. */
export const documentsOf = (sql: Kysely<DB>, patientId: number): Promise<HeldDocument[]> =>
  sql
    .selectFrom('document')
    .innerJoin('pathway', 'pathway.id', 'document.pathway_id')
    .select(['document.id', 'file_name', 'size_bytes', 'sha256', 'stored_in', 'stored_name', 'scan'])
    .where('pathway.patient_id', '=', patientId)
    .orderBy('document.id')
    .execute()

/** The released documents, by archive. The first archive also contains the record; there is always at least one. */
export const inParts = (
  documents: readonly HeldDocument[],
  items: readonly Pick<SubjectItem, 'documentId' | 'isReleased'>[],
): HeldDocument[][] => {
  const parts: HeldDocument[][] = [[]]
  let size = 0
  for (const document of documents) {
    const item = items.find(({ documentId }) => documentId === document.id)
    if (item?.isReleased !== true) continue
    if (size > 0 && size + document.size_bytes > mostPartBytes) {
      parts.push([])
      size = 0
    }
    parts.at(-1)?.push(document)
    size += document.size_bytes
  }
  return parts
}

interface Asked {
  holding: Holding
  items: readonly SubjectItem[]
  parts: readonly (readonly HeldDocument[])[]
  part: number
  askedDate: string
  madeAt: string
}

/** Builds one archive of what is released. */
export const makeArchive = async (
  sql: Kysely<DB>,
  documents: Documents,
  { holding, items, parts, part, askedDate, madeAt }: Asked,
): Promise<Buffer> => {
  const files: ZippedFile[] = []
  if (part === 1) {
    const released = releasedOf(holding, items)
    const names = parts.flat().map(nameOf)
    const withheld = items.filter(({ isReleased }) => isReleased === false).length
    files.push(
      {
        name: 'record.html',
        content: recordPage(released, { askedDate, madeAt, withheld, documents: names }),
      },
      { name: 'record.json', content: recordJson(released, { askedDate, madeAt, withheld }) },
      { name: 'record.csv', content: recordCsv(released) },
    )
  }
  for (const document of parts[part - 1] ?? [])
    files.push({
      name: nameOf(document),
      content: await contentOf(sql, documents, document),
      isCompressed: true,
    })
  const contents = files.map(({ name, content }) => [name, sha256(content).toString('hex')])
  return zip([...files, { name: 'contents.csv', content: csv('Contents', ['File', 'SHA-256'], contents) }])
}

const nameOf = ({ id, file_name: name }: HeldDocument): string => `documents/${id} ${zipName(name)}`

const contentOf = async (sql: Kysely<DB>, documents: Documents, document: HeldDocument): Promise<Buffer> => {
  if (document.scan === 'infected')
    throw new HttpProblem(
      409,
      'quarantined',
      `A virus was found in the document ${document.file_name}, so it cannot be handed out. Withhold it and say so.`,
    )
  const content = await readContent(sql, documents, document)
  if (content === null)
    throw new HttpProblem(
      500,
      'failed',
      `The document ${document.file_name} is damaged where it is stored, so no archive was made. Please tell your IT service desk.`,
    )
  return content
}

const recordJson = (
  { sections, accesses }: Holding,
  facts: { askedDate: string; madeAt: string; withheld: number },
): string =>
  JSON.stringify(
    {
      ...facts,
      record: sections.map(({ table, title, entries }) => ({
        name: table,
        title,
        entries: entries.map(({ key, facts: told }) => ({
          key,
          ...Object.fromEntries(told.map(({ field, value }) => [field, value])),
        })),
      })),
      accesses: accesses.map(({ at, who, role, kind, what }) => ({ at, who, role, kind, what })),
    },
    null,
    2,
  )

const isTelephone = (field: string): boolean => field.startsWith('phone_') && !field.endsWith('_note')
const cellOf = ({ field, text }: Fact): string => (isTelephone(field) ? telephoneCell(text) : text)

const recordCsv = ({ sections, accesses }: Holding): string =>
  csv(
    'Record',
    ['Section', 'Entry', 'Field', 'Value'],
    [
      ...sections.flatMap(({ title, entries }) =>
        entries.flatMap((entry) => entry.facts.map((fact) => [title, entry.title, fact.label, cellOf(fact)])),
      ),
      ...accesses.map(({ at, who, role, what }) => [
        'Who saw or changed the record',
        at,
        whoInWords(who, role),
        what,
      ]),
    ],
  )

const csv = (title: string, columns: readonly string[], rows: readonly (readonly string[])[]): string =>
  tableCsv({ title, columns: columns.map((name) => ({ title: name, kind: 'text' as const })), rows })
