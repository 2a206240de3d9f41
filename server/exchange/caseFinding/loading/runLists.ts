import { randomUUID } from 'node:crypto'
import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Kysely, Transaction } from 'kysely'
import type { ListReport } from '../../../../contract/exchange/caseFinding/caseFinding.ts'
import type { BankHolidayOn } from '../../../../contract/platform/dates/bankHolidays.ts'
import { today } from '../../../../contract/platform/dates/dates.ts'
import { transact } from '../../../platform/db/connection/transact.ts'
import type { DB } from '../../../platform/db/types.ts'
import { appendEvent } from '../../../platform/writes/write.ts'
import type { Importer } from '../../imports/importer.ts'
import { stoppedBy } from '../../imports/checks/failures.ts'
import type { ListSection } from '../../imports/files/mapping.ts'
import { faultsFile } from '../files.ts'
import { planList, storeList } from './loadList.ts'
import { readList, type FileOfPeople, type ListFault } from '../reading/readList.ts'
import { sendRound } from '../sendRound.ts'

interface ListsOptions {
  lists: readonly ListSection[]
  /** The mapping names them by their base name. */
  paths: readonly string[]
  importer: Importer
  isDryRun: boolean
  /** The file that lists what must be corrected. */
  faultsPath: string
  bankHolidayOn: BankHolidayOn
  /** Milliseconds since the epoch. */
  now: number
  onProgress?: (done: number, all: number) => void
}

export interface LoadedList {
  file: string
  report: ListReport
  /** People sent to triage by this run. */
  sent: number
}

const command = 'command import'

/**
 * Loads case-finding lists by command. A list is stored completely, with those whom it sends to triage, or not at all: a
 * run that was stopped is repeated, and one that is repeated changes nothing.
 */
export const runLists = async (sql: Kysely<DB>, options: ListsOptions): Promise<LoadedList[]> => {
  const done: LoadedList[] = []
  const faults: (ListFault & { file: string })[] = []
  for (const list of options.lists) {
    const path = options.paths.find((each) => basename(each) === list.file)
    if (path === undefined) continue
    const { encoding, separator, columns: named } = list
    const file = await readList({ source: path, encoding, separator, named }, list, today(options.now))
    for (const fault of file.faults) faults.push({ ...fault, file: list.file })
    const loaded = await loadOne(sql, { list, file, options }).catch((error: unknown) => {
      throw stoppedBy(error)
    })
    done.push({ file: list.file, ...loaded })
  }
  await writeFaults(options.faultsPath, faults)
  return done
}

interface One {
  list: ListSection
  file: FileOfPeople
  options: ListsOptions
}

const loadOne = async (
  sql: Kysely<DB>,
  { list, file, options: { importer, isDryRun, bankHolidayOn, now, onProgress } }: One,
): Promise<Omit<LoadedList, 'file'>> => {
  if (isDryRun) return { report: (await planList(sql, file, list, now)).report, sent: 0 }
  return transact(sql, async (transaction) => {
    const { userId, role } = importer
    const stored = await storeList(transaction, file, list, { userId, now, onProgress })
    const event = {
      ...{ action: command, userId, sessionId: null, role, requestId: randomUUID(), address: null },
      criteria: { files: [list.file] },
    }
    if (stored.records.length > 0)
      await appendEvent(transaction, { ...event, kind: 'write', status: 200, records: stored.records })
    if (stored.id === null) return { report: stored.report, sent: 0 }
    const count = list.sendToTriage - (await countSent(transaction, stored.id))
    const sent =
      count <= 0
        ? 0
        : await sendRound(
            transaction,
            { listId: stored.id, count },
            { receivedAt: now, bankHolidayOn, by: event },
          )
    return { report: stored.report, sent }
  })
}

const countSent = async (sql: Transaction<DB>, listId: number): Promise<number> => {
  const { sent } = await sql
    .selectFrom('listed_person')
    .select(({ fn }) => fn.count<number>('incoming_referral_id').as('sent'))
    .where('list_id', '=', listId)
    .executeTakeFirstOrThrow()
  return Number(sent)
}

/** Readable by its owner only. Overwrites an existing file. */
const writeFaults = async (path: string, faults: Parameters<typeof faultsFile>[0]): Promise<void> => {
  const file = await open(path, 'w', 0o600)
  try {
    await file.chmod(0o600)
    await file.writeFile(faultsFile(faults).body)
  } finally {
    await file.close()
  }
}
