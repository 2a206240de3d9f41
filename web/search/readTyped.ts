import type { InputOf } from '../../contract/endpoint.ts'
import { parseTyped } from '../../contract/dates.ts'
import { digitsOf } from '../../contract/nhsNumber.ts'
import type { searchDemographics, searchNhsNumber } from '../../contract/search.ts'

export type Typed =
  | { by: 'nhsNumber'; input: InputOf<typeof searchNhsNumber> }
  | { by: 'demographics'; input: InputOf<typeof searchDemographics> }

/** A date if the words spell one, such as 14/7/1945 or 14 Jul 1945. */
const dateIn = (text: string): string | null => {
  const [day = '', month = '', year = '', ...more] = text.split(/[\s/.-]+/)
  return more.length > 0 ? null : parseTyped({ day, month, year })
}

/** 'Ashworth, Edna' and 'Edna Ashworth' both name her; one word is a family name. */
const nameIn = (text: string): { familyName: string; firstName?: string } => {
  const [family = '', first] = text.split(',').map((part) => part.trim())
  if (first) return { familyName: family, firstName: first }
  const words = family.split(/\s+/)
  const last = words.pop() ?? ''
  return words.length === 0 ? { familyName: last } : { familyName: last, firstName: words.join(' ') }
}

/** What the words in the one box ask for: a date of birth, else digits are an NHS number, else it is a name. */
export const readTyped = (text: string): Typed => {
  const typed = text.trim()
  const date = dateIn(typed)
  if (date !== null) return { by: 'demographics', input: { dateOfBirth: date } }
  return /^\d+$/.test(digitsOf(typed))
    ? { by: 'nhsNumber', input: { nhsNumber: typed } }
    : { by: 'demographics', input: nameIn(typed) }
}
