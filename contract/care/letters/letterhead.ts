import { z } from 'zod'
import { endpoint, saveCall } from '../../platform/calls/endpoint.ts'
import {
  emailAddress,
  optionalCode,
  optionalPattern,
  optionalText,
  requiredText,
  version,
} from '../../platform/fields/fields.ts'
import { telephoneNumber } from '../../platform/fields/telephoneField.ts'
import { organisationCode } from '../../reference/organisation.ts'
import { meshForms } from './ways.ts'

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
  /** If empty, no letter to this practice is mailed. */
  email: emailAddress(),
  /** How the practice takes letters by MESH; null if it takes none. */
  meshForm: optionalCode(meshForms.map(({ code }) => code)),
  /** Where MESH does not know the mailbox by the code of the practice. */
  meshMailbox: optionalPattern((text) => /^[A-Z0-9]{4,20}$/i.test(text), {
    message: 'A mailbox has letters and digits, such as M85001OT01',
    maximum: 20,
    standard: (text) => text.toUpperCase(),
  }),
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
  meshForm: z
    .enum(meshForms.map(({ code }) => code))
    .nullable()
    .optional(),
  meshMailbox: nullableText.optional(),
})
export type LetterAddressRow = z.output<typeof letterAddressRow>

export const notSaidSecure = 'Check that the address is secure, then tick'

export const listLetterAddresses = endpoint({
  method: 'GET',
  path: '/api/letterAddress/all',
  summary: 'How practices accept letters: by mail, by MESH or both',
  input: z.object({}),
  reply: z.array(letterAddressRow),
})

export const saveLetterAddress = saveCall({
  path: '/api/letterAddress/save',
  summary: 'Set how a practice accepts letters, or that it accepts none',
  input: letterAddressForm.extend({ version: version() }),
})

export const letterheadEndpoints = [
  getLetterhead,
  saveLetterhead,
  listLetterAddresses,
  saveLetterAddress,
] as const
