import { wrong } from './problem.ts'
import type { After, FoundRow, Sort } from './rows.ts'
import type { Source } from '../mapping/source.ts'
import { millisecondsOf } from '../mapping/instants.ts'

/** Where a page ended, as an opaque text. It says nothing of a patient but the number of a row. */
export const cursorAfter = (
  sources: readonly Source[],
  { source, row, changedAt }: FoundRow,
  sort: Sort,
): string =>
  Buffer.from(
    JSON.stringify([sort, sources.indexOf(source), String(row.id), row.sub ?? 0, changedAt]),
    'utf8',
  ).toString('base64url')

const refuse = () => wrong('_cursor', 'This is no address of a next page. Begin the search again.')

export const readCursor = (text: string, sources: readonly Source[], sort: Sort): After => {
  let read: unknown
  try {
    read = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
  } catch {
    throw refuse()
  }
  if (!Array.isArray(read) || read.length !== 5) throw refuse()
  const [of, place, id, sub, changedAt] = read as unknown[]
  const source = typeof place === 'number' ? sources[place] : undefined
  const isId =
    typeof id === 'string' && (source?.idType === 'text' ? /^[A-Za-z0-9]{1,20}$/ : /^\d{1,16}$/).test(id)
  const isWhole =
    of === sort &&
    source !== undefined &&
    isId &&
    typeof sub === 'number' &&
    Number.isSafeInteger(sub) &&
    typeof changedAt === 'string' &&
    changedAt.length < 50 &&
    !Number.isNaN(millisecondsOf(changedAt))
  if (!isWhole) throw refuse()
  return { place: Number(place), id, sub, changedAt }
}
