import { sql as raw, type RawBuilder } from 'kysely'
import { foldName } from '../../../contract/platform/words/fold.ts'
import type { DemographicsSearch } from '../../../contract/patients/search/search.ts'
import { beginsWith } from '../../platform/db/query/beginsWith.ts'
import { unseen } from '../../platform/db/query/compileOnce.ts'
import { endOfPrefix } from '../../platform/db/query/prefix.ts'
import type { PagedList, Range } from '../../platform/http/lists/page.ts'
import { beginningOfName } from './termsQuery.ts'

/* The names of a search by details, as conditions on a row of `patient`. */

type NamesAsked = Pick<DemographicsSearch, 'familyName' | 'firstName'>

const all = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  raw.join(conditions, raw` and `)

/** Uses the expression of the index patient_by_later_names. */
const beginsLater = (of: string, query: string): RawBuilder<unknown> =>
  raw`later_name_terms(${raw.ref(`${of}.family_name`)}, ${raw.ref(`${of}.first_name`)}) @@ ${query}::tsquery`

const askedOf = ({ familyName, firstName }: NamesAsked) =>
  [
    { name: familyName, column: 'family_name_key', kind: 'f:' },
    { name: firstName, column: 'first_name_key', kind: 'g:' },
  ].flatMap(({ name, column, kind }) => {
    const key = foldName(name ?? '')
    return name ? [{ key, column, later: key === '' ? null : beginningOfName(kind, key) }] : []
  })

/** Whether the stored names begin with the names asked for. */
const begin = (of: string, names: NamesAsked): RawBuilder<unknown> =>
  all(askedOf(names).map(({ key, column }) => beginsWith(raw.ref(`${of}.${column}`), key)))

/** Whether any word of each stored name begins with the name asked for: Jones finds Smith-Jones. */
const beginAtWords = (of: string, names: NamesAsked): RawBuilder<unknown> =>
  all(
    askedOf(names).map(({ key, column, later }) =>
      later === null
        ? raw`false`
        : raw`(${beginsWith(raw.ref(`${of}.${column}`), key)} or ${beginsLater(of, later)})`,
    ),
  )

/**
 * The same condition in parts that each use an index: names that begin with the text, which the index returns in order,
 * and the few names in which a later word begins with it. Empty if no name is asked for.
 * @param more parts that share no row with these
 */
export const rangesOfNames = (names: NamesAsked, more: readonly Range[]): Pick<PagedList, 'ranges'> => {
  const asked = askedOf(names)
  if (asked.length === 0) return {}
  const later = asked.flatMap(({ later: query }) => (query === null ? [] : [query]))
  if (later.length < asked.length) return { ranges: [{ holds: raw`false` }] }
  const anyLater = beginsLater('later', later.join(' | '))
  // Their ids are found first: together with an order, PostgreSQL expects many of them and reads every name. Of one name
  // it need not say that it begins at some word, with which PostgreSQL would look again for those that begin so.
  const onlyLater = raw`array(
      select later.id from patient as later
      where later.is_active and ${asked.length === 1 ? anyLater : raw`${anyLater} and ${beginAtWords('later', names)}`}
        and not (${begin('later', names)}))`
  return {
    ranges: [{ holds: begin('listed', names) }, { holds: raw`listed.id = any(${onlyLater})` }, ...more],
  }
}

/**
 * Whether a name begins with the one asked for, at its start or at a later word; true if none is asked for. A name of
 * plain letters has no later word, which costs a tenth to see of what it costs to take the name apart.
 */
export const nameBegins = (
  of: string,
  name: 'family_name' | 'first_name',
  [from, to, later]: readonly [number, number, number],
): RawBuilder<unknown> => {
  const column = raw.ref(`${of}.${name}_key`)
  return raw`(${unseen(from, 'text')} is null or ${column} >= ${unseen(from, 'text')} and ${column} < ${unseen(to, 'text')}
        or ${raw.ref(`${of}.${name}`)} collate "C" ~ '[^a-zA-Z]' and later_name_terms(${raw.ref(`${of}.family_name`)}, ${raw.ref(`${of}.first_name`)}) @@ ${unseen(later, 'text')}::tsquery)`
}

/** The bounds of the keys that begin with the name. A name that folds to nothing matches none. */
export const endsOf = (name: string | null | undefined): [string | null, string | null] | 'no key' => {
  if (!name) return [null, null]
  const key = foldName(name)
  return key === '' ? 'no key' : [key, endOfPrefix(key)]
}

export const laterName = (kind: string, name: string | null | undefined): string | null =>
  name ? beginningOfName(kind, foldName(name)) : null
