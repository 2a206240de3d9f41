/* This file imports nothing because it also runs inside the frame of the address service's own script. */

/** Shown whenever the address service does not answer. Typing an address always works (IO-9). */
export const addressServiceAway =
  'The address service cannot be reached at the moment. Please type the address.'

/** The whole address as on a patient's form. A missing line is ''. */
export interface AddressLines {
  addressLine1: string
  addressLine2: string
  addressLine3: string
  town: string
  county: string
  postcode: string
}

/**
 * Reads an address in the format of the address service. Capture+ and its web service write `Line1`, the newer module
 * `line1`. Null for anything that is not an address, such as an error in its place.
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
    // A form has three lines; the service may send five.
    addressLine3: [line('line3'), line('line4'), line('line5')].filter(Boolean).join(', '),
    town: line('city'),
    county: line('province') || line('provincename'),
    postcode: line('postalcode'),
  }
  return Object.values(lines).some(Boolean) ? lines : null
}
