import { sql as raw } from 'kysely'

/**
 * Whether answers to questions tell of a fall or have own words, so that somebody has to read them, as a condition on a
 * row of `person_answer` of that kind.
 * @param of its name in the statement
 */
export const hasToBeRead = (of: string) => raw<boolean>`(
  coalesce((${raw.ref(`${of}.told`)} ->> 'falls')::integer, 0) > 0 or coalesce(${raw.ref(`${of}.told`)} ->> 'note', '') <> '')`
