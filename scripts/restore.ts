import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '../server/app/config.ts'
import { reachOwner } from '../server/platform/db/connection/reachDatabase.ts'
import { commandLine } from '../server/platform/settings/commandLine.ts'
import { runCommand } from './runCommand.ts'
import { checkBackup } from './backup/checkBackup.ts'
import { assertStores, copyToStores } from './backup/outsideDocuments.ts'
import { readManifest } from './backup/manifest.ts'
import { restoreDatabase } from './backup/restoreBackup.ts'
import { verifyRestored } from './backup/verifyRestored.ts'
import { openDocuments } from '../server/pathways/documents/documents.ts'

/*
 * `npm run restore -- FOLDER`: brings a backup into an empty database and its places for documents, and verifies all of it.
 * `-- --check FOLDER` does the same in a database that it makes and drops again.
 */
const usage = `Please name one backup: ${commandLine('restore', 'FOLDER')}, or to try it out ${commandLine('restore', '--check FOLDER')}`

const say = (line: string): void => console.log(line)

await runCommand(usage, async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { check: { type: 'boolean', default: false } },
  })
  const [named] = positionals
  if (named === undefined || positionals.length > 1) throw new Error(usage)
  const folder = resolve(named)
  const config = readConfig(process.env)
  const { databaseOwnerUrl, documents, backup } = config
  if (databaseOwnerUrl === undefined)
    throw new Error('DATABASE_URL is missing: the address of an empty database')
  if (backup.identity === null) throw new Error('BACKUP_IDENTITY is missing: the key that opens the backup')
  await reachOwner(config)
  const started = performance.now()
  const options = {
    ownerUrl: databaseOwnerUrl,
    identity: backup.identity,
    programs: backup.programs,
    folder,
    say,
  }
  let problems: string[]
  if (values.check) problems = await checkBackup({ ...options, documents })
  else {
    const { documents: copied } = await readManifest(folder)
    await assertStores(documents, copied)
    await restoreDatabase(options)
    await copyToStores(documents, folder, copied, say)
    problems = await verifyRestored(databaseOwnerUrl, await openDocuments(documents))
  }
  for (const problem of problems.slice(0, 20)) console.log(problem)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(
    problems.length === 0
      ? `Restored in ${seconds} s${values.check ? ', into a database of its own that is dropped again' : ''}: every table has its checksum; stages, owners, documents and the sealed audit trail are right.`
      : `Restored in ${seconds} s: ${problems.length} problems.`,
  )
  process.exitCode = problems.length === 0 ? 0 : 1
})
