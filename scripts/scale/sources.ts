import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

const withoutComments = (text: string): string =>
  text.replaceAll(/\/\*(?! prepared:)[^]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '')

const read = (pattern: string, leftOut: RegExp): Map<string, string> =>
  new Map(
    globSync(pattern, { cwd: root })
      .filter((path) => !leftOut.test(path))
      .toSorted()
      .map((path) => [path, withoutComments(readFileSync(join(root, path), 'utf8'))]),
  )

/** Files of the server that ask the database while it serves, with their text. */
export const readSources = (): ReadonlyMap<string, string> =>
  read(
    'server/**/*.ts',
    /\.test(-d)?\.ts$|\/testing\/|\/checks\/|Testing\.ts$|^server\/db\/(embedded\/|types\.ts)/,
  )

export const readMigrations = (): ReadonlyMap<string, string> => read('db/**/*.sql', /^$/)
