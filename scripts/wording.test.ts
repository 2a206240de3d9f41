import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/* Old-fashioned words that once made this project hard to read. Each has a plain one that is always right in its place. */

const plainWords: readonly (readonly [found: RegExp, write: string])[] = [
  [/\bwho(so)?ever\b/i, 'the user, the operator, anybody who'],
  [/\banew\b/i, 'again'],
  [/\bwhich of them\b/i, 'which'],
  [/\bwhat becomes of\b/i, 'what happens to'],
  [/\bcomes round\b/i, 'repeats'],
  [/\bas ever\b/i, 'as usual'],
  [/\b(thereby|thereof|wherein|hitherto|henceforth|lest)\b/i, 'a plain sentence'],
]

const root = join(import.meta.dirname, '..')
/** Applied migrations are compared by checksum, so their comments stay. */
const written = execFileSync(
  'git',
  ['ls-files', '*.md', '*.ts', '*.tsx', '*.mjs', '*.scss', '*.yml', '*.yaml'],
  {
    cwd: root,
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter((path) => path !== '' && path !== 'scripts/wording.test.ts' && existsSync(join(root, path)))

it.each(plainWords)('nothing here says %s: write “%s”', (found) => {
  const places = written.flatMap((path) =>
    readFileSync(join(root, path), 'utf8')
      .split('\n')
      .flatMap((line, index) => (found.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [])),
  )
  expect(places).toEqual([])
})
