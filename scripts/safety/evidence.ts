import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { titlesIn } from './testTitles.ts'

/** What shows that something holds: a test or group of tests by its title, or a file that is no test, such as a fault. */
export interface Evidence {
  file: string
  /** As it is written in the file; null where the file as a whole is meant. */
  title: string | null
}

const root = join(import.meta.dirname, '../..')

export const isTestFile = (file: string): boolean => /\.(?:test|spec)\.tsx?$/.test(file)

/** The lines of a page that name evidence: - `file`: title. */
export const evidenceIn = (page: string): Evidence[] =>
  [...page.matchAll(/^- `([^`]+)`(?:: (.+))?$/gm)].map(([, file = '', title = null]) => ({ file, title }))

const titlesByFile = new Map<string, ReadonlySet<string>>()

/** A file is often named many times, and is read once. */
const titlesOf = (file: string): ReadonlySet<string> => {
  const titles = titlesByFile.get(file) ?? titlesIn(file, readFileSync(join(root, file), 'utf8'))
  titlesByFile.set(file, titles)
  return titles
}

/** Why a piece of evidence is none; null when it is there. A test is named by its title, not by its file alone. */
export const fault = ({ file, title }: Evidence): string | null => {
  if (!existsSync(join(root, file))) return `${file} is not there`
  if (!isTestFile(file)) return title === null ? null : `${file} is no test, so it has no title`
  if (title === null) return `${file} is named without a test`
  return titlesOf(file).has(title) ? null : `${file} has no test “${title}”`
}
