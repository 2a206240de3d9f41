import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

const git = (...words: string[]): string[] =>
  execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    .split('\0')
    .filter((name) => name !== '')

/**
 * What differs from a commit, committed since or not: usually from where this branch left `main`, or without a `main` from
 * the last commit.
 */
export const changedFiles = (since = whereLeft()): string[] => [
  ...git('diff', '--name-only', '--diff-filter=d', '-z', since),
  ...git('ls-files', '--others', '--exclude-standard', '-z'),
]

/** What the next commit would change. */
export const stagedFiles = (): string[] => git('diff', '--cached', '--name-only', '--diff-filter=d', '-z')

const whereLeft = (): string => {
  for (const main of ['main', 'origin/main'])
    try {
      return git('merge-base', 'HEAD', main).join('').trim()
    } catch {
      // There is no such branch here.
    }
  return 'HEAD'
}
