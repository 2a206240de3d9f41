import { sql as raw, type Kysely } from 'kysely'
import type { DB } from '../../../platform/db/types.ts'

/** The entries of a list by each word that names one: its name, its codes and its abbreviation. */
export type Entries = ReadonlyMap<string, readonly { id: number; isActive: boolean }[]>

export const fold = (word: string): string =>
  word.normalize('NFC').replaceAll(/\s+/g, ' ').trim().toLowerCase()

const words = ['name', 'display_name', 'code', 'internal_code', 'abbreviated'] as const

export const readList = async (sql: Kysely<DB>, table: keyof DB & string): Promise<Entries> => {
  const { rows } = await raw<{ entry: Record<string, unknown> }>`
    select to_jsonb(entry) as entry from ${raw.table(table)} as entry`.execute(sql)
  const found = new Map<string, { id: number; isActive: boolean }[]>()
  for (const { entry } of rows) {
    const named = words.flatMap((word) => (typeof entry[word] === 'string' ? fold(entry[word]) : []))
    for (const word of new Set(named)) {
      const known = found.get(word) ?? []
      known.push({ id: Number(entry['id']), isActive: entry['is_active'] === true })
      found.set(word, known)
    }
  }
  return found
}

/** The single entry that a word names, active entries first. A sentence if there is none, or more than one. */
export const entryOf = (entries: Entries, word: string): number | { message: string } => {
  const all = entries.get(fold(word)) ?? []
  const inUse = all.filter(({ isActive }) => isActive)
  const [only, second] = inUse.length > 0 ? inUse : all
  if (only === undefined)
    return {
      message: 'This word is not in the list of Surefoot: map it under values in the mapping',
    }
  if (second !== undefined)
    return { message: 'More than one entry of the list has this name: use a code, or give them other names' }
  return only.id
}
