import { sql as raw, type RawBuilder } from 'kysely'
import { endOfPrefix } from './prefix.ts'

/**
 * Whether the key begins with the text. The text has no wildcards. A text that folding reduces to nothing, such as an
 * apostrophe, matches no key; as an empty prefix it would match every key.
 */
export const beginsWith = (key: RawBuilder<unknown>, text: string): RawBuilder<boolean> =>
  text === '' ? raw<boolean>`false` : raw<boolean>`(${key} >= ${text} and ${key} < ${endOfPrefix(text)})`
