import { readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { notSentReasons } from '../contract/exchange/caseFinding/caseFinding.ts'
import { bankHolidaysOf } from '../contract/platform/dates/bankHolidays.ts'
import { runLists, type LoadedList } from '../server/exchange/caseFinding/loading/runLists.ts'
import { readConfig } from '../server/app/config.ts'
import { causeOf } from '../server/platform/db/connection/causeOf.ts'
import { connect } from '../server/platform/db/connection/connect.ts'
import { withClient } from '../server/platform/db/connection/withClient.ts'
import { filledTables } from '../server/exchange/imports/files/fields.ts'
import { findImporter } from '../server/exchange/imports/importer.ts'
import { readMapping, type WholeMapping } from '../server/exchange/imports/files/mapping.ts'
import { ImportProblem } from '../server/exchange/imports/files/problem.ts'
import { runImport, type ImportReport } from '../server/exchange/imports/runImport.ts'
import { commandLine } from '../server/platform/settings/commandLine.ts'
import { openDatabase } from './openDatabase.ts'

/*
 * `npm run import -- --mapping FILE --user NAME [--dry-run] patients.csv referrals.csv …`: brings patients, referrals and their
 * history in from another system (docs/operate/administration.md). Exit code 1 when rows were refused, 2 when it could not begin or was stopped.
 */
const usage = `Use: ${commandLine('import', '--mapping FILE --user NAME [--dry-run] [--errors FILE] patients.csv referrals.csv …')}`

const fileNotRead = (path: string): ImportProblem =>
  new ImportProblem([`${path} cannot be read: check the name and your right to read it.`])

const readText = (path: string): string => {
  try {
    return readFileSync(path, 'utf8').replace(/^\ufeff/, '')
  } catch {
    throw fileNotRead(path)
  }
}

/** A line that is written over on a terminal; in a log one every ten seconds. */
const progress = (): ((done: number, all: number) => void) => {
  const began = performance.now()
  let said = began
  return (done, all) => {
    const now = performance.now()
    const seconds = (now - began) / 1000
    if (now - said < (process.stderr.isTTY ? 200 : 10_000) && done < all) return
    said = now
    const speed = done / Math.max(seconds, 0.001)
    const left = Math.ceil((all - done) / Math.max(speed, 1))
    const line = `${done} of ${all} rows, ${Math.round(speed)} rows/s, ${left} s remaining`
    process.stderr.write(process.stderr.isTTY ? `\r\u001b[K${line}${done === all ? '\n' : ''}` : `${line}\n`)
  }
}

/** Without it an import is slower until PostgreSQL looks by itself, each minute. */
const refreshStatistics = (ownerUrl: string): Promise<void> =>
  withClient(ownerUrl, async (client) => {
    await client.query(`analyze ${filledTables.join(', ')}`)
  }).catch((error: unknown) => {
    const { error: name, code, reason = name } = causeOf(error)
    console.error(
      `The statistics of the database were not refreshed (${code ?? ''} ${reason}): the import goes on, more slowly.`,
    )
  })

const words = {
  added: ['brought in', 'would be brought in'],
  linked: ['of a patient who was registered already', 'of a patient who is registered already'],
  before: ['brought in before', 'brought in before'],
  changed: [
    'brought in before and changed in the file since: not changed here',
    'brought in before and changed since',
  ],
  refused: ['refused', 'would be refused'],
  waiting: ['waiting for a row that was refused', 'would wait for a row that is refused'],
} as const

const print = ({ files, pairs }: ImportReport, isDryRun: boolean, faultsPath: string): void => {
  for (const { file, record, part, counts, letGo } of files) {
    const said = (Object.keys(words) as (keyof typeof words)[])
      .filter((how) => counts[how] > 0)
      .map((how) => `${counts[how]} ${words[how][isDryRun ? 1 : 0]}`)
    console.log(
      `${file}, ${record}${part === undefined ? '' : ` (${part})`}: ${counts.rows} rows${said.length === 0 ? '' : `; ${said.join('; ')}`}.`,
    )
    for (const { column, rows } of letGo)
      console.log(
        `  “${column}” could not be read in ${rows} rows and ${isDryRun ? 'would be' : 'was'} let go, as the mapping says.`,
      )
  }
  if (pairs > 0)
    console.log(
      `${pairs} pairs of records may be of one person${isDryRun ? '' : ': a Team Lead finds them under Possible duplicates'}.`,
    )
  if (files.some(({ counts }) => counts.refused + counts.waiting + counts.changed > 0))
    console.log(
      `What is to be put right stands in ${faultsPath}. That file holds patient data: keep it where the service keeps such data, and delete it when you have done.`,
    )
  console.log(
    isDryRun
      ? 'This was a dry run: nothing was written.'
      : `Done. Run it again with the corrected files: what is in already stays as it is. Then check all: ${commandLine('verify')}`,
  )
}

/** Whether all files are case-finding lists, whose people are no patients. They are loaded in a run of their own. */
const isOfLists = ({ lists }: WholeMapping, paths: readonly string[]): boolean => {
  const listed = paths.filter((path) => lists.some(({ file }) => file === basename(path)))
  if (listed.length > 0 && listed.length < paths.length)
    throw new ImportProblem([
      'Some of the files are case-finding lists and some are not: load the lists in a run of their own.',
    ])
  return listed.length > 0
}

const printLists = (lists: readonly LoadedList[], isDryRun: boolean, faultsPath: string): void => {
  for (const { file, report, sent } of lists) {
    const said = [
      `${report.added} ${isDryRun ? 'would be loaded' : 'loaded'}`,
      `${report.listedBefore} listed before`,
      `${report.repeated} named twice`,
      `${report.refused} refused`,
      `${report.incomplete} without a cell that cannot be read`,
      ...notSentReasons
        .filter(({ code }) => report.notSent[code] > 0)
        .map(({ code, title }) => `${report.notSent[code]} not to be sent (${title.toLowerCase()})`),
      ...(isDryRun ? [] : [`${sent} sent to triage`]),
    ]
    console.log(`${file}, case-finding list: ${report.rows} rows; ${said.join('; ')}.`)
    if (report.unreadColumns.length > 0)
      console.log(`  Columns not read: ${report.unreadColumns.join(', ')}.`)
  }
  if (lists.some(({ report }) => report.faults.length > 0))
    console.log(
      `What is to be put right stands in ${faultsPath}. That file holds patient data: keep it where the service keeps such data, and delete it when you have done.`,
    )
  console.log(isDryRun ? 'This was a dry run: nothing was written.' : 'Done.')
}

const bringIn = async (): Promise<void> => {
  const { positionals: paths, values } = parseArgs({
    allowPositionals: true,
    options: {
      mapping: { type: 'string' },
      user: { type: 'string' },
      errors: { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    console.log(`${usage}\nThe mapping and all else: docs/operate/administration.md`)
    return
  }
  const [first] = paths
  const { mapping, user, 'dry-run': isDryRun } = values
  if (mapping === undefined || user === undefined || first === undefined) throw new ImportProblem([usage])
  const read = readMapping(readText(mapping))
  const faultsPath = resolve(values.errors ?? join(dirname(first), 'import-errors.csv'))
  const config = readConfig(process.env)
  const opened = await openDatabase(config)
  const db = connect(opened.applicationUrl, { connections: 2, isBulk: true })
  try {
    if (isOfLists(read, paths)) {
      const done = await runLists(db.sql, {
        ...{ lists: read.lists, paths, isDryRun, faultsPath, now: Date.now(), onProgress: progress() },
        importer: await findImporter(db.sql, user, config.accounts, 'lists'),
        bankHolidayOn: bankHolidaysOf(config.bankHolidays.nation, config.bankHolidays.published),
      })
      printLists(done, isDryRun, faultsPath)
      if (done.some(({ report }) => report.refused > 0)) process.exitCode = 1
      return
    }
    const importer = await findImporter(db.sql, user, config.accounts)
    const report = await runImport(db.sql, {
      ...{ mapping: read, paths, importer, isDryRun, faultsPath },
      onProgress: progress(),
      onGrown: () => refreshStatistics(opened.ownerUrl),
    })
    print(report, isDryRun, faultsPath)
    if (report.files.some(({ counts }) => counts.refused + counts.waiting + counts.changed > 0))
      process.exitCode = 1
  } finally {
    await db.close()
    await opened.close()
  }
}

/** What nobody foresaw: where it happened and in which words of PostgreSQL, but nothing that may quote a cell. */
const unforeseen = (error: unknown): string[] => {
  const { error: name, code, reason, at } = causeOf(error)
  return [
    `The import was stopped by an error that is a fault of Surefoot: ${[name, code, reason, at].filter((each) => each !== undefined).join(', ')}.`,
    'What was brought in until then stays, and is not brought in twice.',
  ]
}

/** Sentences of our own have neither a code nor a class; those of the system and of wrong options name files and words of the command. */
const linesOf = (error: unknown): readonly string[] => {
  if (error instanceof ImportProblem) return error.lines
  if (!(error instanceof Error)) return unforeseen(error)
  const { code, syscall } = error as NodeJS.ErrnoException
  if (code?.startsWith('ERR_PARSE_ARGS') === true) return [error.message, usage]
  const isSentence = syscall !== undefined || (error.constructor === Error && code === undefined)
  return isSentence ? [error.message] : unforeseen(error)
}

try {
  await bringIn()
} catch (error) {
  console.error(linesOf(error).join('\n'))
  process.exitCode = 2
}
