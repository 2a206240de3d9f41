import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { foldName } from '../../../contract/platform/words/fold.ts'

/** Every first name of the list, folded, with itself and the names of which it is a short form. */
const formalNames = ((): ReadonlyMap<string, ReadonlySet<string>> => {
  const list = readFileSync(
    join(import.meta.dirname, '../../../contract/patients/search/nicknames.txt'),
    'utf8',
  )
  const formal = new Map<string, Set<string>>()
  const add = (name: string, of: string): void => {
    const known = formal.get(name) ?? new Set([name])
    known.add(of)
    formal.set(name, known)
  }
  for (const line of list.split('\n').filter((each) => each !== '' && !each.startsWith('#'))) {
    const [name = '', short = ''] = line.split(': ')
    for (const each of short.split(' ')) add(foldName(each), foldName(name))
    add(foldName(name), foldName(name))
  }
  return formal
})()

/**
 * Whether one first name is a short form of the other, or both are short forms of a third, such as Peggy and Maggie.
 * Both must be folded.
 */
export const areOneName = (a: string, b: string): boolean => {
  const [ofA, ofB] = [formalNames.get(a), formalNames.get(b)]
  if (ofA === undefined || ofB === undefined) return false
  return [...ofA].some((name) => ofB.has(name))
}
