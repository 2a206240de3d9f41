import { z } from 'zod'
import type { AddressLines } from '../platform/fields/addressLines.ts'
import { endpoint } from '../platform/calls/endpoint.ts'
import { requiredText } from '../platform/fields/fields.ts'

/** Address of the page in whose frame the address service's own script runs. */
export const lookupFramePath = '/address-lookup'

/** Address text without markup or control characters. External data with any other content is rejected. */
const line = (maximum: number) =>
  z
    .string()
    .max(maximum)
    .regex(/^[^<>\p{Cc}]*$/u)

/** A checked address from outside. No line is longer than the patient's field. */
export const foundAddress = z.strictObject({
  addressLine1: line(255),
  addressLine2: line(255),
  addressLine3: line(255),
  town: line(255),
  county: line(255),
  postcode: line(8),
}) satisfies z.ZodType<AddressLines>

/** The address service's own id of an address. */
const addressId = () => requiredText('Choose an address', 200)

const addressMatch = z.object({
  id: z.string(),
  label: z.string(),
  /** Several addresses, such as the flats of a house. The next search looks `within` this one. */
  isGroup: z.boolean(),
})
export type AddressMatch = z.output<typeof addressMatch>

export const searchAddress = endpoint({
  method: 'POST',
  path: '/api/address/search',
  takesNoKey: true,
  summary: 'Find addresses by postcode or first line; only this text is sent to the address service',
  input: z.object({
    text: requiredText('Enter a postcode or the first line of an address', 100),
    within: addressId().optional(),
  }),
  reply: z.array(addressMatch),
})

export const getAddress = endpoint({
  method: 'POST',
  path: '/api/address/get',
  takesNoKey: true,
  summary: 'The lines of an address that a search found',
  input: z.object({ id: addressId() }),
  reply: foundAddress,
})
