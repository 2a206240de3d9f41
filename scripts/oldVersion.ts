import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/*
 * `npm run old-version -- COMMIT [FOLDER…]`: runs tests of an earlier version on the schema of this one, as it works while machines
 * are upgraded one by one (docs/operate/operations.md). Without a commit the newest version tag. Its code gets the migrations of today, so that
 * its own tests make the new schema; the packages are those installed here.
 */
const root = join(import.meta.dirname, '..')
const usualFolders = [
  'server/patients/patient',
  'server/pathways/referral',
  'server/pathways/records',
  'server/pathways/worklists',
  'server/patients/search',
]

const newestTag = (): string => {
  const { status, stdout } = spawnSync('git', ['describe', '--tags', '--match', 'v*', '--abbrev=0'], {
    cwd: root,
    encoding: 'utf8',
  })
  if (status !== 0)
    throw new Error('No version has a tag yet: please name a commit, as npm run old-version -- COMMIT.')
  return stdout.trim()
}

try {
  const [commit = newestTag(), ...folders] = process.argv.slice(2)
  const work = mkdtempSync(join(tmpdir(), 'surefoot-old-version-'))
  try {
    const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 1e9 })
    execFileSync('tar', ['-x', '-C', work], { input: archive })
    rmSync(join(work, 'db/migrations'), { recursive: true })
    mkdirSync(join(work, 'db/migrations'))
    cpSync(join(root, 'db/migrations'), join(work, 'db/migrations'), { recursive: true })
    cpSync(join(root, 'db/roles.sql'), join(work, 'db/roles.sql'))
    symlinkSync(join(root, 'node_modules'), join(work, 'node_modules'))
    const vitest = join(work, 'node_modules/vitest/vitest.mjs')
    const { status } = spawnSync(
      process.execPath,
      [vitest, 'run', '--project', 'server', ...(folders.length > 0 ? folders : usualFolders)],
      { cwd: work, stdio: 'inherit' },
    )
    process.exitCode = status ?? 1
  } finally {
    rmSync(work, { recursive: true })
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
