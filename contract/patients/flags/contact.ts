import { z } from 'zod'
import { saveCall } from '../../platform/calls/endpoint.ts'
import {
  existingId,
  optionalText,
  optionalYesNo,
  recordId,
  requiredText,
  version,
} from '../../platform/fields/fields.ts'
import { telephoneNote, telephoneNumber } from '../../platform/fields/telephoneField.ts'
import { deleteInput, historyCall } from '../../platform/calls/record.ts'
import { withTelephoneNotes } from '../../platform/fields/telephone.ts'

/** A person whom the service may ring about the patient, in addition to the next of kin in the specification. */
const fields = {
  name: requiredText('Name required', 100),
  role: requiredText('Role required', 100),
  phoneNumber: telephoneNumber(),
  /** Null if nobody has asked yet. */
  mayLeaveMessage: optionalYesNo(),
  isPreferred: z.boolean().optional(),
  isEmergency: z.boolean().optional(),
  note: optionalText(500),
}

export const contactForm = z.object(fields).transform((typed) => withTelephoneNotes(typed, ['phoneNumber']))
export const contactInput = z.object({
  id: recordId(),
  version: version(),
  patientId: existingId(),
  ...fields,
  phoneNumberNote: telephoneNote(),
})

const nullableText = z.string().nullable()

export const contactReply = z.object({
  id: z.int(),
  version: z.int(),
  patientId: z.int(),
  name: z.string(),
  role: z.string(),
  phoneNumber: nullableText,
  /** Extension, whose number it is, or when to ring. */
  phoneNumberNote: nullableText,
  mayLeaveMessage: z.boolean().nullable(),
  isPreferred: z.boolean(),
  isEmergency: z.boolean(),
  note: nullableText,
})

export const saveContact = saveCall({
  path: '/api/contact/save',
  summary: 'Record a contact of a patient (id 0) or change it',
  input: contactInput,
})

export const deleteContact = saveCall({
  path: '/api/contact/delete',
  summary: 'Delete a contact of a patient',
  input: deleteInput,
})

export const contactHistory = historyCall('contact', 'contact')
