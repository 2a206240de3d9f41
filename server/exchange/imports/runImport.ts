import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import type { Kysely } from 'kysely'
import type { DB } from '../../platform/db/types.ts'
import { prepareBatch, writeBatch, type Run } from './batch.ts'
import { stoppedBy } from './checks/failures.ts'
import { openFaultsFile, writeMissing } from './files/faultsFile.ts'
import type { PatientRows } from './files/group.ts'
import type { Importer } from './importer.ts'
import { readKnownPeople } from './checks/knownPeople.ts'
import { loadFiles } from './load.ts'
import type { Mapping } from './files/mapping.ts'
import type { Outcome } from './outcome.ts'
import { ColumnsMissing } from './files/problem.ts'
import type { Counts } from './files/sheet.ts'
import { newVerdicts } from './checks/verdicts.ts'

interface ImportOptions {
  mapping: Mapping
  /** The mapping names them by their base name. */
  paths: readonly string[]
  importer: Importer
  isDryRun: boolean
  /** The file that lists what must be corrected. */
  faultsPath: string
  /** How many rows are done, out of how many. */
  onProgress?: (done: number, all: number) => void
  /** Called when the tables have grown several times over: query plans made for an empty table scan a full one. */
  onGrown?: () => Promise<void>
}

export interface ImportedFile {
  file: string
  record: string
  part: string | undefined
  counts: Counts
  /** In how many rows a column's content was dropped, as the mapping allows. */
  letGo: { column: string; rows: number }[]
}

export interface ImportReport {
  files: ImportedFile[]
  /** New entries on the list of possible duplicates, or in a dry run the entries that would be new. */
  pairs: number
}

/** Patients in one transaction. Small enough that an interruption loses little and nobody waits long for its locks. */
const batchSize = 200

/** After these batches there are about four times as many rows as at the previous one. */
const grownAt = [2, 10, 40, 160, 640]

/**
 * Imports files of another system. Each batch is stored completely or not at all, together with the ids of its rows. So
 * an import that was stopped continues where it was, and one that is run again changes nothing.
 * @throws ImportProblem if it cannot begin, or is stopped
 */
export const runImport = (sql: Kysely<DB>, options: ImportOptions): Promise<ImportReport> =>
  bringIn(sql, options).catch((error: unknown) => {
    throw stoppedBy(error)
  })

const bringIn = async (
  sql: Kysely<DB>,
  { mapping, paths, importer, isDryRun, faultsPath, onProgress = () => undefined, onGrown }: ImportOptions,
): Promise<ImportReport> => {
  const {
    sheets,
    patients: units,
    outcomes,
  } = await loadFiles(sql, mapping, paths).catch(async (error: unknown) => {
    if (error instanceof ColumnsMissing) await writeMissing(faultsPath, error)
    throw error
  })
  const all = sheets.reduce((sum, { counts }) => sum + counts.rows, 0)
  const run: Run = {
    ...{ sql, ...importer, source: mapping.source, files: paths.map((path) => basename(path)), isDryRun },
    requestId: randomUUID(),
    people: await readKnownPeople(sql),
    verdicts: newVerdicts(),
  }
  const faults = await openFaultsFile(faultsPath)
  let done = 0
  let pairs = 0
  const note = async (found: readonly Outcome[]): Promise<void> => {
    for (const { row, how } of found) row.sheet.counts[how] += 1
    await faults.add(found)
    done += found.length
    onProgress(done, all)
  }
  try {
    await note(outcomes)
    const batches = batchesOf(units)
    const prepareNext = () => {
      const batch = batches.pop()
      return batch === undefined ? null : prepareBatch(run, batch)
    }
    let next = prepareNext()
    for (let at = 0; next !== null; at += 1) {
      const prepared = await next
      const written = writeBatch(run, prepared)
      next = prepareNext()
      // Either may fail, so wait for both.
      const [result, ahead] = await Promise.allSettled([written, next ?? Promise.resolve()])
      if (result.status === 'rejected') throw result.reason
      if (ahead.status === 'rejected') throw ahead.reason
      pairs += result.value.pairs
      await note(result.value.outcomes)
      if (grownAt.includes(at)) await onGrown?.()
    }
  } finally {
    await faults.close()
  }
  const files = sheets.map(({ file, record, part, counts, letGo }) => ({
    ...{ file, record, part, counts },
    letGo: [...letGo].map(([column, { size }]) => ({ column, rows: size })),
  }))
  return { files, pairs }
}

/** Batches in reverse order. Empties `units`, so that finished batches can be freed from memory. */
const batchesOf = (units: PatientRows[][]): PatientRows[][][] => {
  const batches: PatientRows[][][] = []
  let size = batchSize
  for (const unit of units.splice(0)) {
    if (size >= batchSize) {
      batches.push([])
      size = 0
    }
    batches.at(-1)?.push(unit)
    size += unit.length
  }
  return batches.toReversed()
}
