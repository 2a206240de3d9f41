import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

export type PostgresProgram = 'pg_dump' | 'pg_restore' | 'initdb' | 'postgres'

/** Where Debian puts the programs of each release. */
const debianFolder = '/usr/lib/postgresql'

const foldersToSearch = (named: string | null): string[] => [
  ...(named === null ? [] : [named]),
  ...(existsSync(debianFolder)
    ? readdirSync(debianFolder).map((each) => join(debianFolder, each, 'bin'))
    : []),
  ...(process.env['PATH'] ?? '').split(':'),
]

const releaseOf = (program: string): number | null => {
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' })
  const found = /\(PostgreSQL\) (\d+)/.exec(stdout ?? '')?.[1]
  return found === undefined ? null : Number(found)
}

/**
 * Finds a program of PostgreSQL: an older pg_dump refuses a newer server. Throws a sentence that says what to install.
 * @param named the folder of POSTGRES_PROGRAMS
 */
export const postgresProgram = (name: PostgresProgram, release: number, named: string | null): string => {
  const found = foldersToSearch(named).flatMap((folder) => {
    const program = join(folder, name)
    const itsRelease = existsSync(program) ? releaseOf(program) : null
    return itsRelease === null ? [] : [{ program, release: itsRelease }]
  })
  const [fit] = found
    .filter((each) => each.release >= release)
    .sort((one, other) => one.release - other.release)
  if (fit !== undefined) return fit.program
  const others = found.map((each) => `${each.program} is of ${each.release}`).join(', ')
  throw new Error(
    `${name} of PostgreSQL ${release} or newer is needed and was not found${others === '' ? '' : ` (${others})`}: ` +
      `please install the package postgresql-client-${release}, or set POSTGRES_PROGRAMS to the folder that has it.`,
  )
}
