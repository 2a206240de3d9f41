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
  /** The mapping names them by their last part. */
  paths: readonly string[]
  importer: Importer
  isDryRun: boolean
  /** Where it is written what is to be put right. */
  faultsPath: string
  /** Rows done so far, of how many. */
  onProgress?: (done: number, all: number) => void
  /** Asked when the tables are several times what they were: the plans of an empty table read a full one row by row. */
  onGrown?: () => Promise<void>
}

export interface ImportedFile {
  file: string
  record: string
  part: string | undefined
  counts: Counts
  /** In how many rows the mapping let go what stood in a column. */
  letGo: { column: string; rows: number }[]
}

export interface ImportReport {
  files: ImportedFile[]
  /** New on the list of possible duplicates, or in a dry run those that would be. */
  pairs: number
}

/** As many patients in one transaction: little is lost when it is stopped, and nobody waits long for what it locks. */
const batchSize = 200

/** After which batches there are four times as many rows as the time before. */
const grownAt = [2, 10, 40, 160, 640]

/**
 * Brings files of another system in. Each batch is stored whole or not at all, with which rows it had, so that an import that
 * was stopped goes on where it was, and one that is run again changes nothing.
 * @throws ImportProblem for what keeps it from beginning, or stops it
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
      // Either may fail, and both are waited for.
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

/** The last first, and nothing of them held elsewhere: what is done makes room. */
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
