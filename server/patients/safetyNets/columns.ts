import type { z } from 'zod'
import type { capacityInput } from '../../../contract/patients/flags/capacity.ts'
import type { contactInput } from '../../../contract/patients/flags/contact.ts'
import type { reminderConsentInput } from '../../../contract/patients/flags/reminderConsent.ts'
import { labels } from '../../../contract/platform/words/labels.ts'
import { savedTable, valuesOf, type ColumnsOf } from '../../platform/writes/columns.ts'
import { settleTelephones } from '../../platform/writes/settleTelephones.ts'

export const capacityColumns = {
  patientId: 'patient_id',
  decision: 'decision',
  isAble: 'is_able',
  assessedDate: 'assessed_date',
  assessor: 'assessor',
  basis: 'basis',
  attorney: 'attorney',
} as const satisfies ColumnsOf<z.output<typeof capacityInput>, 'capacity_assessment', 'id' | 'version'>

export const contactColumns = {
  patientId: 'patient_id',
  name: 'name',
  role: 'role',
  phoneNumber: 'phone_number',
  phoneNumberNote: 'phone_number_note',
  mayLeaveMessage: 'may_leave_message',
  isPreferred: 'is_preferred',
  isEmergency: 'is_emergency',
  note: 'note',
} as const satisfies ColumnsOf<z.output<typeof contactInput>, 'patient_contact', 'id' | 'version'>

export const capacityTable = savedTable({
  table: 'capacity_assessment',
  entity: 'capacity',
  columns: capacityColumns,
  labels: labels.capacity,
})

export const contactTable = savedTable({
  table: 'patient_contact',
  entity: 'contact',
  columns: contactColumns,
  labels: labels.contact,
})

export const reminderConsentColumns = {
  patientId: 'patient_id',
  askedDate: 'asked_date',
  byText: 'by_text',
  byMail: 'by_mail',
  isSilentNumber: 'is_silent_number',
  note: 'note',
} as const satisfies ColumnsOf<z.output<typeof reminderConsentInput>, 'reminder_consent', 'id' | 'version'>

export const reminderConsentTable = savedTable({
  table: 'reminder_consent',
  entity: 'reminderConsent',
  columns: reminderConsentColumns,
  labels: labels.reminderConsent,
})

export const valuesOfContact = (
  input: z.output<typeof contactInput>,
  before: { phone_number?: string | null } | null,
) =>
  valuesOf(
    contactColumns,
    settleTelephones(input, ['phoneNumber'], () => before?.phone_number),
  )
