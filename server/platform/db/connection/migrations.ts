import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sha256 } from '../../crypto/sha256.ts'

export const migrationsFolder = join(import.meta.dirname, '../../../../db/migrations')

export interface Migration {
  name: string
  sha256: string
  sql: string
}

/** The file names of the migrations, in order. */
export const migrationNames = async (folder = migrationsFolder): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()

/** The migrations of this release, in order. Throws if two have the same number, or if a name is malformed. */
export const readMigrations = async (folder: string): Promise<Migration[]> => {
  const names = await migrationNames(folder)
  const misnamed = names.find((name) => !/^\d{4}_[a-z0-9_]+\.sql$/.test(name))
  if (misnamed !== undefined)
    throw new Error(`The migration ${misnamed} must be named like 0001_what_it_does.sql.`)
  const twice = names.find((name, index) => index > 0 && name.slice(0, 4) === names[index - 1]?.slice(0, 4))
  if (twice !== undefined) throw new Error(`Two migrations have the number ${twice.slice(0, 4)}.`)
  return Promise.all(
    names.map(async (name) => {
      const sql = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n')
      return { name, sql, sha256: sha256(sql).toString('hex') }
    }),
  )
}
