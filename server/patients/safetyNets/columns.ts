import type { z } from 'zod'
import { capacityInput } from '../../../contract/patients/flags/capacity.ts'
import { contactInput } from '../../../contract/patients/flags/contact.ts'
import { fallsCalendarConsentInput } from '../../../contract/patients/flags/fallsCalendarConsent.ts'
import { reminderConsentInput } from '../../../contract/patients/flags/reminderConsent.ts'
import { labels } from '../../../contract/platform/words/labels.ts'
import { columnsOf, savedTable, valuesOf } from '../../platform/writes/columns.ts'
import { settleTelephones } from '../../platform/writes/settleTelephones.ts'

export const capacityColumns = columnsOf(capacityInput.shape, ['id', 'version'])

export const contactColumns = columnsOf(contactInput.shape, ['id', 'version'])

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

export const reminderConsentColumns = columnsOf(reminderConsentInput.shape, ['id', 'version'])

export const reminderConsentTable = savedTable({
  table: 'reminder_consent',
  entity: 'reminderConsent',
  columns: reminderConsentColumns,
  labels: labels.reminderConsent,
})

export const fallsCalendarConsentColumns = columnsOf(fallsCalendarConsentInput.shape, ['id', 'version'])

export const fallsCalendarConsentTable = savedTable({
  table: 'falls_calendar_consent',
  entity: 'fallsCalendarConsent',
  columns: fallsCalendarConsentColumns,
  labels: labels.fallsCalendarConsent,
})

export const valuesOfContact = (
  input: z.output<typeof contactInput>,
  before: { phone_number?: string | null } | null,
) =>
  valuesOf(
    contactColumns,
    settleTelephones(input, ['phoneNumber'], () => before?.phone_number),
  )
