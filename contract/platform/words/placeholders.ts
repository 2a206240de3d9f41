/*
 * What other systems, spreadsheets and forms write where nothing is known. Each of these is also the name of somebody somewhere (there are
 * families Null and Test), so that a person can say that it is meant.
 */
const placeholders = new Set([
  ...['null', '(null)', 'n/a', '#n/a', '#ref!', '#value!', '#name?', 'nan', 'undefined', 'nil'],
  ...['unknown', 'not known', 'not given', 'no name', 'tbc', 'tba', 'xxx', 'test', 'do not use'],
])
/** Beside a family name that names somebody. */
const alsoGiven = new Set(['test', 'nan'])

const bare = (name: string): string => name.replaceAll(/\s+/g, ' ').trim().toLowerCase()

/** Whether a family name names nobody: no letter in it, or a word that stands for none. */
export const isNoFamilyName = (name: string): boolean => !/\p{L}/u.test(name) || placeholders.has(bare(name))

/** The same of a first name. */
export const isNoFirstName = (name: string): boolean => isNoFamilyName(name) && !alsoGiven.has(bare(name))
