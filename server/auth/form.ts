/** A form body by parameter name; a Map, so that no name can mean anything to JavaScript. */
export type Form = Map<string, string>

/** A form that cannot be taken, and why, in the words of an OAuth description. */
export class BadForm extends Error {}

/**
 * Reads application/x-www-form-urlencoded; refuses a parameter that comes twice (RFC 6749 section 3.2) and NUL,
 * which no text of the database can hold (trust IO-4).
 */
export const readForm = (body: string): Form => {
  const form: Form = new Map()
  for (const [name, value] of new URLSearchParams(body)) {
    if (form.has(name)) throw new BadForm('A parameter is repeated.')
    if (value.includes('\u0000')) throw new BadForm('A parameter has a character that cannot be used.')
    form.set(name, value)
  }
  return form
}
