import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { sql as raw, type Kysely, type RawBuilder } from 'kysely'
import type { FhirResource } from 'fhir/r4.js'
import type { DB } from '../../../platform/db/types.ts'
import type { FhirCaller } from '../../smart/tokens.ts'
import { shownIn, type FhirService } from '../http/call.ts'
import { isInGroup } from '../resources/group.ts'
import { findRows, type After } from '../search/rows.ts'
import { giveWay } from './giveWay.ts'
import { planOf, type Part } from './plan.ts'
import { keepFiles, type ExportRow, type Position, type WrittenFile } from './store.ts'

const compress = promisify(gzip)

/** Few enough that nothing else in the process waits long for a page to be written. */
const pageRows = 500
/** An event of an export names as many people as a file. */
const pageEvents = 50
/** What is written at once fits into memory, and an interruption costs a few seconds. */
const mostAtOnce = 20_000

/** Writes the next files of an export, one for each type, and notes where to go on. */
export const writeNext = async (
  service: FhirService,
  caller: FhirCaller,
  asked: ExportRow,
  signal: AbortSignal,
): Promise<void> => {
  const { files, position } = await service.db.apart(signal, (sql) => readFiles(sql, caller, asked))
  const written: WrittenFile[] = []
  for (const { type, lines, patientIds } of files)
    written.push({
      type,
      resources: lines.length,
      patientIds: [...patientIds],
      compressed: await compress(`${lines.join('\n')}\n`),
    })
  await keepFiles(service, asked, written, position)
}

const readFiles = async (
  sql: Kysely<DB>,
  caller: FhirCaller,
  asked: ExportRow,
): Promise<{ files: File[]; position: Position | null }> => {
  const plan = planOf(asked.types, asked.scopes, asked.since)
  const files: File[] = []
  let position = asked.position ?? { part: 0, after: null }
  let count = 0
  while (count < mostAtOnce) {
    const part = plan[position.part]
    if (part === undefined) return { files, position: null }
    const began = performance.now()
    const { resources, patientIds, after } = await readPage(sql, caller, part, asked, position.after)
    position = { part: position.part + (after === null ? 1 : 0), after }
    if (resources.length === 0) continue
    count += Math.max(resources.length, patientIds.length)
    const file = fileOf(files, part.type)
    for (const resource of resources) file.lines.push(JSON.stringify(resource))
    for (const id of patientIds) file.patientIds.add(id)
    if (after !== null) await giveWay(performance.now() - began)
  }
  return { files, position }
}

interface File {
  type: Part['type']
  /** Resources as JSON. */
  lines: string[]
  patientIds: Set<number>
}

const fileOf = (files: File[], type: Part['type']): File => {
  const open = files.at(-1)
  if (open?.type === type) return open
  const opened = { type, lines: [], patientIds: new Set<number>() }
  files.push(opened)
  return opened
}

interface Page {
  resources: readonly FhirResource[]
  patientIds: readonly number[]
  /** The last row, if there may be more. */
  after: After | null
}

const readPage = async (
  sql: Kysely<DB>,
  caller: FhirCaller,
  part: Part,
  asked: ExportRow,
  after: After | null,
): Promise<Page> => {
  const { source, fixed = [] } = part
  if (source === null) return { resources: fixed, patientIds: [], after: null }
  const most = source.type === 'AuditEvent' ? pageEvents : pageRows
  const rows = await findRows(sql, caller, [source], {
    narrow: () => narrowed(part, asked),
    // The audit trail is asked for its days before it is read. It ends here, because each export adds to it.
    asked: source.type === 'AuditEvent' ? { from: asked.since, until: asked.transaction_at } : {},
    sort: 'id',
    after,
    most,
    deletedToo: part.type === 'deleted',
  })
  const last = rows.at(-1)
  return {
    resources: rows.map(part.toResource),
    patientIds: shownIn(rows).patientIds,
    after:
      last === undefined || rows.length < most
        ? null
        : { place: 0, id: String(last.row.id), sub: last.row.sub ?? 0, changedAt: last.changedAt },
  }
}

/** What an export asks of a row, besides whether the client may see it. */
const narrowed = (part: Part, { group_id: groupId, since }: ExportRow): RawBuilder<unknown> =>
  raw.join(
    [
      raw`true`,
      ...(since === null ? [] : [raw`r."recordedAt" > ${since}::timestamptz`]),
      ...(part.type === 'deleted' ? [raw`not r."isActive"`] : []),
      // The people and places that a record names go with it.
      ...(groupId === null
        ? []
        : [raw`(r."patientId" is null or ${isInGroup(groupId, raw`r."patientId"`)})`]),
    ],
    raw` and `,
  )
