import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { readConfig } from '../server/app/config.ts'
import { reachOwner } from '../server/platform/db/connection/reachDatabase.ts'
import { commandLine } from '../server/platform/settings/commandLine.ts'
import { runCommand } from './runCommand.ts'
import { makeBackup } from './backup/makeBackup.ts'
import { megabytes } from './backup/progress.ts'

/*
 * `npm run backup -- FOLDER`: writes an encrypted backup into a folder of its own below it. `-- --new-key FILE` makes the pair
 * of keys: the file is for those who restore, what is printed for the machine that backs up.
 */
const usage = `Please name one folder: ${commandLine('backup', 'FOLDER')}, or a file for a new key: ${commandLine('backup', '--new-key FILE')}`

const makeKey = async (file: string): Promise<void> => {
  const identity = await generateIdentity()
  await writeFile(file, `${identity}\n`, { flag: 'wx', mode: 0o600 })
  console.log(
    `Keep ${file} where the backups are not. Set BACKUP_RECIPIENT=${await identityToRecipient(identity)}`,
  )
}

const backUp = async (into: string): Promise<void> => {
  const config = readConfig(process.env)
  const { databaseOwnerUrl, documents, backup } = config
  if (databaseOwnerUrl === undefined)
    throw new Error('DATABASE_URL is missing: the address of the database to back up')
  if (backup.recipient === null)
    throw new Error(
      `BACKUP_RECIPIENT is missing: a backup is always encrypted. ${commandLine('backup', '--new-key FILE')} makes one.`,
    )
  await reachOwner(config)
  const started = performance.now()
  const name = `surefoot-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}`
  const folder = join(resolve(into), name)
  const manifest = await makeBackup({
    ownerUrl: databaseOwnerUrl,
    documents,
    recipient: backup.recipient,
    programs: backup.programs,
    folder,
    say: (line) => console.log(line),
  })
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(
    `${folder} is written in ${seconds} s: the database, ${megabytes(manifest.database.bytes)} encrypted, and ${manifest.documents.length} documents outside it. ` +
      `A backup is proven by restoring it: ${commandLine('restore', `--check ${folder}`)}`,
  )
}

await runCommand(usage, async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { 'new-key': { type: 'string' } },
  })
  const [into] = positionals
  if (values['new-key'] !== undefined) await makeKey(values['new-key'])
  else if (into === undefined || positionals.length > 1) throw new Error(usage)
  else await backUp(into)
})
