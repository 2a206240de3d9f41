/*
 * Imports nothing, since it also runs inside the frame of the address service's own script.
 */

/** Said wherever the address service does not answer. Typing always works (IO-9). */
export const addressServiceAway =
  'The address service cannot be reached at the moment. Please type the address.'

/** An address as a patient's form has it, whole: a line that there is not is ''. */
export interface AddressLines {
  addressLine1: string
  addressLine2: string
  addressLine3: string
  town: string
  county: string
  postcode: string
}

/**
 * The lines of an address in the words of the address service: Capture+ and its web service write `Line1`, the newer
 * module `line1`. Null for what is not an address, such as an error in its place.
 */
export const linesOfAddress = (address: unknown): AddressLines | null => {
  if (typeof address !== 'object' || address === null) return null
  const fields = new Map(
    Object.entries(address).map(([name, value]) => [name.toLowerCase(), value as unknown]),
  )
  const line = (name: string): string => {
    const value = fields.get(name)
    return typeof value === 'string' ? value.trim() : ''
  }
  const lines = {
    addressLine1: line('line1'),
    addressLine2: line('line2'),
    // A form has three lines; the service may know five.
    addressLine3: [line('line3'), line('line4'), line('line5')].filter(Boolean).join(', '),
    town: line('city'),
    county: line('province') || line('provincename'),
    postcode: line('postalcode'),
  }
  return Object.values(lines).some(Boolean) ? lines : null
}
