import { foldName } from '../../platform/words/fold.ts'
import { digitsOf } from '../../platform/fields/nhsNumber.ts'

/** What a user may mean by a text that is searched for among incoming referrals: any of these. */
export interface Sought {
  /** With its hyphen. */
  reference: string | null
  ubrn: string | null
  /** Ten digits. */
  nhsNumber: string | null
  /** The beginning of a family name, folded. Text after a comma is left out. */
  familyName: string | null
}

/** Interprets the text; null if nothing can be searched by it. A reference without its hyphen may be a name too. */
export const readSought = (typed: string): Sought | null => {
  const digits = digitsOf(typed.replace(/^\s*UBRN[\s.:#=]*/i, ''))
  const [, first, second] = /^\s*([a-z0-9]{4})[\s-]?([a-z0-9]{4})\s*$/i.exec(typed) ?? []
  const name = foldName(typed.split(',')[0] ?? '')
  const sought: Sought = {
    reference: first === undefined || second === undefined ? null : `${first}-${second}`.toUpperCase(),
    ubrn: /^\d{12}$/.test(digits) ? digits : null,
    nhsNumber: /^\d{10}$/.test(digits) ? digits : null,
    familyName: /\d/.test(name) || name === '' ? null : name,
  }
  return Object.values(sought).every((value) => value === null) ? null : sought
}
