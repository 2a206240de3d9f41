/*
 * What other systems, spreadsheets and forms write where nothing is known. Each of these is also a real name (there are
 * families called Null and Test), so the user can confirm it.
 */
const placeholders = new Set([
  ...['null', '(null)', 'n/a', '#n/a', '#ref!', '#value!', '#name?', 'nan', 'undefined', 'nil'],
  ...['unknown', 'not known', 'not given', 'no name', 'tbc', 'tba', 'xxx', 'test', 'do not use'],
])
/** Accepted as a first name when the family name is a real name. */
const alsoGiven = new Set(['test', 'nan'])

const bare = (name: string): string => name.replaceAll(/\s+/g, ' ').trim().toLowerCase()

/** Whether a family name is not a name: it has no letter, or is a placeholder. */
export const isNoFamilyName = (name: string): boolean => !/\p{L}/u.test(name) || placeholders.has(bare(name))

/** Whether a first name is not a name. */
export const isNoFirstName = (name: string): boolean => isNoFamilyName(name) && !alsoGiven.has(bare(name))
