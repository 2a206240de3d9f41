/** A form body by parameter name; a Map, so that no name can mean anything to JavaScript. */
export type Form = Map<string, string>

export class RepeatedParameter extends Error {}

/** Reads application/x-www-form-urlencoded; a parameter that comes twice is refused (RFC 6749 section 3.2). */
export const readForm = (body: string): Form => {
  const form: Form = new Map()
  for (const [name, value] of new URLSearchParams(body)) {
    if (form.has(name)) throw new RepeatedParameter('A parameter is repeated')
    form.set(name, value)
  }
  return form
}
