import { sql as raw, type RawBuilder } from 'kysely'
import { endOfPrefix } from './prefix.ts'

/**
 * Whether the key begins with the text, which is plain: no character of it is a wildcard. A text that folding leaves
 * nothing of, such as an apostrophe, begins no key; as an empty prefix it would begin them all.
 */
export const beginsWith = (key: RawBuilder<unknown>, text: string): RawBuilder<boolean> =>
  text === '' ? raw<boolean>`false` : raw<boolean>`(${key} >= ${text} and ${key} < ${endOfPrefix(text)})`
