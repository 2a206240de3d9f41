import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

/*
 * The table of docs/accounts.md, which whoever checks the service goes by: each file it names for a requirement has a
 * test or a group of tests with the number in its name.
 */

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const table = [...read('docs/accounts.md').matchAll(/^\| AU-(\d+) \| [^|]+ \| (.+) \|$/gm)].map(
  ([, number = '', files = '']) => ({ number: Number(number), files: files.split(', ') }),
)
/** The names of tests and groups in a file, however the lines are broken. */
const namesIn = (path: string): string[] =>
  [...read(path).matchAll(/\b(?:describe|it|test)\b(?:\.each\([^)]*\))?\(\s*(['`"])(.+?)\1/g)].map(
    ([, , name = '']) => name,
  )

describe('the requirements for accounts', () => {
  it('are all in the table, AU-1 to AU-16', () => {
    expect(table.map(({ number }) => number)).toEqual(Array.from({ length: 16 }, (_, index) => index + 1))
  })

  it.each(table)('AU-$number is in the name of a test in each file given', ({ number, files }) => {
    const named = new RegExp(`\\bAU-${number}\\b`)
    for (const file of files)
      expect({ file, isNamed: namesIn(file).some((name) => named.test(name)) }).toEqual({
        file,
        isNamed: true,
      })
  })
})
