import { z } from 'zod'
import { endpoint, saveCall } from '../../platform/calls/endpoint.ts'
import { emailAddress, optionalText, requiredText, version } from '../../platform/fields/fields.ts'
import { telephoneNumber } from '../../platform/fields/telephoneField.ts'
import { organisationCode } from '../../reference/organisation.ts'

/*
 * The letterhead of every letter, and the addresses at which practices accept letters by e-mail. Administrators
 * maintain both.
 */

const letterhead = {
  serviceName: requiredText('Name of the service required', 100),
  address: optionalText(500),
  telephone: telephoneNumber(),
}
export const letterheadForm = z.object(letterhead)

const nullableText = z.string().nullable()
export const letterheadReply = z.object({
  version: z.int(),
  serviceName: z.string(),
  address: nullableText,
  telephone: nullableText,
})
export type Letterhead = z.output<typeof letterheadReply>

export const getLetterhead = endpoint({
  method: 'GET',
  path: '/api/letterhead/get',
  summary: 'The letterhead of every letter',
  input: z.object({}),
  reply: letterheadReply,
})

export const saveLetterhead = saveCall({
  path: '/api/letterhead/save',
  summary: 'Change the letterhead of every letter from now on',
  input: letterheadForm.extend({ version: version() }),
})

const letterAddress = {
  organisationId: organisationCode('Organisation Code required'),
  /** If empty, letters to this practice are printed. */
  email: emailAddress(),
}
export const letterAddressForm = z.object({
  ...letterAddress,
  /** The administrator confirms that patient information may be sent to this address. */
  isSecure: z.boolean().optional(),
})

export const letterAddressRow = z.object({
  id: z.int(),
  version: z.int(),
  organisationId: z.string(),
  name: z.string(),
  email: nullableText,
})
export type LetterAddressRow = z.output<typeof letterAddressRow>

export const notSaidSecure = 'Check that the address is secure, then tick'

export const listLetterAddresses = endpoint({
  method: 'GET',
  path: '/api/letterAddress/all',
  summary: 'Mail addresses of the practices that accept letters by mail',
  input: z.object({}),
  reply: z.array(letterAddressRow),
})

export const saveLetterAddress = saveCall({
  path: '/api/letterAddress/save',
  summary: 'Set or remove the mail address of a practice for letters',
  input: letterAddressForm.extend({ version: version() }),
})

export const letterheadEndpoints = [
  getLetterhead,
  saveLetterhead,
  listLetterAddresses,
  saveLetterAddress,
] as const
