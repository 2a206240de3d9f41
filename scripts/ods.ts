import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { organisationTypes } from '../contract/reference/organisation.ts'
import type { ImportReport } from '../contract/reference/organisationImport.ts'
import { readConfig } from '../server/app/config.ts'
import { connect } from '../server/platform/db/connection/connect.ts'
import { commandLine } from '../server/platform/settings/commandLine.ts'
import { runCommand } from './runCommand.ts'
import { openDatabase } from './openDatabase.ts'
import { ValidationProblem } from '../server/platform/errors.ts'
import { importByCommand, planFile, type OdsFile } from '../server/reference/organisations/ods/importFile.ts'

/*
 * `npm run ods -- file.csv [--type "GP Practices"] [--yes]`: takes a national file of organisations in. Says first what
 * it would do, asks, and then does it in one transaction. Nothing is ever deleted.
 */
const usage = `Use: ${commandLine('ods', 'file.csv [--type "GP Practices"] [--yes]')}\nTypes: ${organisationTypes.join(', ')}`

const print = (report: ImportReport): void => {
  const { examples, type: _type, ...counts } = report
  console.log(
    Object.entries(counts)
      .map(([name, count]) => `${name} ${count}`)
      .join(', '),
  )
  for (const kind of ['rejected', 'doubtful'] as const)
    for (const { row, code, text } of examples[kind]) console.log(`  ${kind} row ${row} ${code}: ${text}`)
}

const isSure = async (yes: boolean): Promise<boolean> => {
  if (yes) return true
  if (!process.stdin.isTTY) return false
  const asking = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await asking.question('Take the file in? (yes/no) ')
  asking.close()
  return answer.trim().toLowerCase() === 'yes'
}

/** A bar that fills in place on a terminal; in a log the last line alone. */
const showProgress = (done: number, all: number): void => {
  if (!process.stderr.isTTY) return
  const filled = Math.round((30 * done) / all)
  process.stderr.write(
    `\r[${'#'.repeat(filled)}${'.'.repeat(30 - filled)}] ${done} of ${all}${done === all ? '\n' : ''}`,
  )
}

await runCommand(usage, async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { type: { type: 'string' }, yes: { type: 'boolean', default: false } },
  })
  const path = positionals[0]
  const type = organisationTypes.find((each) => each.toLowerCase() === values.type?.toLowerCase())
  if (path === undefined || (values.type !== undefined && type === undefined)) {
    console.error(usage)
    process.exitCode = 2
    return
  }
  const file: OdsFile = { name: basename(path), parts: [readFileSync(path, 'utf8')], type }
  const opened = await openDatabase(readConfig(process.env))
  const db = connect(opened.applicationUrl, { connections: 2 })
  try {
    const { report } = await planFile(db.sql, file, Date.now())
    console.log('What the file would do:')
    print(report)
    if (await isSure(values.yes)) {
      print(await importByCommand(db.sql, file, Date.now(), showProgress))
      console.log('Done.')
    } else {
      console.log('Nothing was changed. Answer yes, or give --yes, to take the file in.')
    }
  } catch (error) {
    if (!(error instanceof ValidationProblem)) throw error
    console.error(Object.values(error.fields).join('\n'))
    if ('type' in error.fields)
      console.error('Give the type of the organisations with --type, such as --type "GP Practices".')
    process.exitCode = 2
  } finally {
    await db.close()
    await opened.close()
  }
})
