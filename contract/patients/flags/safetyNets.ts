import { z } from 'zod'
import { endpoint } from '../../platform/calls/endpoint.ts'
import { existingId } from '../../platform/fields/fields.ts'
import { capacityHistory, capacityReply, deleteCapacity, saveCapacity } from './capacity.ts'
import { contactHistory, contactReply, deleteContact, saveContact } from './contact.ts'
import {
  deleteReminderConsent,
  reminderConsentHistory,
  reminderConsentReply,
  saveReminderConsent,
} from './reminderConsent.ts'
import {
  deleteFallsCalendarConsent,
  fallsCalendarConsentHistory,
  fallsCalendarConsentReply,
  saveFallsCalendarConsent,
} from './fallsCalendarConsent.ts'
import { endFlag, flagHistory, flagReply, reviewFlag, saveFlag } from './flag.ts'

const nullableText = z.string().nullable()

/** Another active patient whose name is like this one's. */
export const similarPatient = z.object({
  id: z.int(),
  familyName: z.string(),
  firstName: nullableText,
  namePrefix: nullableText,
  dateOfBirth: nullableText,
  nhsNumber: nullableText,
  postcode: nullableText,
})
export type SimilarPatient = z.output<typeof similarPatient>

export const safetyNetsReply = z.object({
  patientId: z.int(),
  /** Open flags first, in the order of the chips and then by review date; then ended flags, latest first. */
  flags: z.array(flagReply),
  capacity: z.array(capacityReply),
  contacts: z.array(contactReply),
  similarNames: z.array(similarPatient),
  /** The patient's answers about appointment reminders, latest first; the first is in force (an addition). */
  reminderConsents: z.array(reminderConsentReply),
  /** The patient's answers about the falls calendar, in the same order (an addition). */
  fallsCalendarConsents: z.array(fallsCalendarConsentReply),
})
export type SafetyNets = z.output<typeof safetyNetsReply>

export const getSafetyNets = endpoint({
  method: 'GET',
  path: '/api/flag/all',
  summary: 'Flags, assessments of capacity and contacts of a patient, and other patients with a similar name',
  input: z.object({ patientId: existingId() }),
  reply: safetyNetsReply,
})

export const safetyNetEndpoints = [
  getSafetyNets,
  saveFlag,
  reviewFlag,
  endFlag,
  flagHistory,
  saveCapacity,
  deleteCapacity,
  capacityHistory,
  saveContact,
  deleteContact,
  contactHistory,
  saveReminderConsent,
  deleteReminderConsent,
  reminderConsentHistory,
  saveFallsCalendarConsent,
  deleteFallsCalendarConsent,
  fallsCalendarConsentHistory,
]
