import { createHash } from 'node:crypto'

/** The id of our encounter in every message about a referral: the same each time, and derived from its reference. */
export const encounterIdOf = (reference: string): string => stableId(`encounter of ${reference}`)

/** An id in the form of a UUID that is the same for the same name. */
export const stableId = (name: string): string => {
  const hex = createHash('sha256').update(name).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
