import { useParams } from '@tanstack/react-router'
import type { FieldPath, FieldValues } from 'react-hook-form'
import type { z } from 'zod'
import { capacityForm, deleteCapacity, saveCapacity } from '../../../contract/patients/flags/capacity.ts'
import { contactForm, deleteContact, saveContact } from '../../../contract/patients/flags/contact.ts'
import {
  deleteFallsCalendarConsent,
  fallsCalendarConsentForm,
  saveFallsCalendarConsent,
} from '../../../contract/patients/flags/fallsCalendarConsent.ts'
import {
  deleteReminderConsent,
  reminderConsentForm,
  saveReminderConsent,
} from '../../../contract/patients/flags/reminderConsent.ts'
import type { SafetyNets } from '../../../contract/patients/flags/safetyNets.ts'
import { typedTelephone } from '../../../contract/platform/fields/telephone.ts'
import { labels } from '../../../contract/platform/words/labels.ts'
import { call } from '../../platform/calls/api.ts'
import { Fields, useFieldsForm, type FieldList } from '../../platform/ui/DescribedFields.tsx'
import { SafetyForm, type SafetyFormProps } from './SafetyForm.tsx'
import { NewOrStored } from './WithSafetyNets.tsx'

interface Net<Row extends { id: number; version: number }, In extends FieldValues, Out extends FieldValues>
  extends
    Pick<SafetyFormProps<In, Out>, 'said' | 'note' | 'save'>,
    Pick<Required<SafetyFormProps<In, Out>>, 'deletes'> {
  kind: 'contact' | 'capacity' | 'reminderConsent' | 'fallsCalendarConsent'
  /** The id's name in the address. */
  param: string
  rowsOf: (nets: SafetyNets) => readonly Row[]
  /** What is added or edited, and its article. */
  what: readonly ['a' | 'an', string]
  schema: z.ZodType<Out, In>
  fields: FieldList<FieldPath<In>>
  /** Values that a form shows in another way than the row has them. */
  typedOf?: (row: Row) => Partial<In>
}

/** The screen of one kind of row: the one that the address names, or a new one for id 0. */
const netScreen = <
  Row extends { id: number; version: number },
  In extends FieldValues,
  Out extends FieldValues,
>(
  net: Net<Row, In, Out>,
) => {
  const { kind, param, rowsOf, what, schema, fields, typedOf, ...rest } = net
  const [article, name] = what
  const NetForm = ({ row }: { row: Row | null }) => {
    const form = useFieldsForm(schema, fields, row, (row !== null && typedOf?.(row)) || {})
    return (
      <SafetyForm
        {...rest}
        title={row === null ? `Add ${article} ${name}` : `Edit ${name}`}
        kind={kind}
        row={row}
        form={form}
      >
        <Fields form={form} fields={fields} labels={labels[kind]} />
      </SafetyForm>
    )
  }
  return function NetScreen() {
    const id = useParams({ strict: false })[param as 'contactId'] ?? ''
    return (
      <NewOrStored id={id} rowsOf={rowsOf}>
        {(row) => <NetForm key={id} row={row} />}
      </NewOrStored>
    )
  }
}

const yesOrNo = [
  { code: 'yes', title: 'Yes' },
  { code: 'no', title: 'No' },
]

/** A person to ring about the patient. */
export const ContactScreen = netScreen({
  kind: 'contact',
  param: 'contactId',
  rowsOf: ({ contacts }) => contacts,
  what: ['a', 'contact'],
  said: 'Contact saved',
  schema: contactForm,
  save: (values, which, options) => call(saveContact, { ...values, ...which }, options),
  deletes: { what: 'this contact', remove: (which) => call(deleteContact, which) },
  typedOf: ({ phoneNumber, phoneNumberNote }) => ({
    phoneNumber: typedTelephone(phoneNumber, phoneNumberNote),
  }),
  fields: [
    { text: 'name', width: 20 },
    { text: 'role', hint: 'Such as daughter, carer, warden, or neighbour with a key', width: 20 },
    { text: 'phoneNumber', isOptional: true, type: 'tel', width: 20 },
    { yesNo: 'mayLeaveMessage' },
    { tick: 'isPreferred' },
    { tick: 'isEmergency' },
    { text: 'note', isOptional: true },
  ],
})

/** An assessment of capacity for one decision. */
export const CapacityScreen = netScreen({
  kind: 'capacity',
  param: 'capacityId',
  rowsOf: ({ capacity }) => capacity,
  what: ['an', 'assessment of capacity'],
  said: 'Assessment of capacity saved',
  note: <p className="sf-quiet">Capacity is about one decision, at one time.</p>,
  schema: capacityForm,
  save: (values, which, options) => call(saveCapacity, { ...values, ...which }, options),
  deletes: { what: 'this assessment of capacity', remove: (which) => call(deleteCapacity, which) },
  fields: [
    { lines: 'decision', rows: 2 },
    { choice: 'isAble', options: yesOrNo, isInline: true },
    { day: 'assessedDate' },
    { text: 'assessor', hint: 'Name and role' },
    { lines: 'basis' },
    { text: 'attorney', isOptional: true, hint: 'Who, and what they may decide' },
  ],
})

/** The patient's answer about reminders. */
export const ReminderConsentScreen = netScreen({
  kind: 'reminderConsent',
  param: 'reminderConsentId',
  rowsOf: ({ reminderConsents }) => reminderConsents,
  what: ['an', 'answer about reminders'],
  said: 'Answer saved',
  note: (
    <p className="sf-purpose">
      A reminder gives day and time, and does not name the service. It is sent two days before, only to people
      who have said yes.
    </p>
  ),
  schema: reminderConsentForm,
  save: (values, which, options) => call(saveReminderConsent, { ...values, ...which }, options),
  deletes: { what: 'this answer', remove: (which) => call(deleteReminderConsent, which) },
  fields: [
    { day: 'askedDate' },
    { choice: 'byText', options: yesOrNo, isInline: true },
    { choice: 'byMail', options: yesOrNo, isInline: true },
    { tick: 'isSilentNumber' },
    { text: 'note', isOptional: true },
  ],
})

/** The patient's answer about the falls calendar. */
export const FallsCalendarConsentScreen = netScreen({
  kind: 'fallsCalendarConsent',
  param: 'fallsCalendarConsentId',
  rowsOf: ({ fallsCalendarConsents }) => fallsCalendarConsents,
  what: ['an', 'answer about the falls calendar'],
  said: 'Answer saved',
  note: (
    <p className="sf-purpose">
      Once a month, for a year after care ended, the person is asked how often they fell, and answers with a
      number. Say No to all three to stop. Tell them that nobody reads replies at once, and that STOP ends it.
    </p>
  ),
  schema: fallsCalendarConsentForm,
  save: (values, which, options) => call(saveFallsCalendarConsent, { ...values, ...which }, options),
  deletes: { what: 'this answer', remove: (which) => call(deleteFallsCalendarConsent, which) },
  fields: [
    { day: 'askedDate' },
    { choice: 'byText', options: yesOrNo, isInline: true },
    { choice: 'byMail', options: yesOrNo, isInline: true },
    { choice: 'byCall', options: yesOrNo, isInline: true },
    { tick: 'isSilentNumber' },
    { text: 'note', isOptional: true },
  ],
})
