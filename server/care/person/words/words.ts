import type { LanguageCode } from '../../../../contract/care/person/language.ts'
import cy from './cy.json' with { type: 'json' }
import en from './en.json' with { type: 'json' }
import pa from './pa.json' with { type: 'json' }
import pl from './pl.json' with { type: 'json' }
import ur from './ur.json' with { type: 'json' }

/** What the page says in one language. Each file has the same names; English decides which. */
export type Words = typeof en

export const wordsOf: Record<LanguageCode, Words> = { en, cy, pl, pa, ur }

/** Puts values where the words have their names in braces, such as {day}. */
export const fill = (words: string, values: Readonly<Record<string, string>>): string =>
  words.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
