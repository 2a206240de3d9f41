import { useParams } from '@tanstack/react-router'
import {
  contactForm,
  deleteContact,
  saveContact,
  type Contact,
} from '../../../contract/patients/flags/contact.ts'
import { labels, optional } from '../../../contract/platform/words/labels.ts'
import { call } from '../../platform/calls/api.ts'
import { CheckboxField } from '../../platform/ui/CheckboxField.tsx'
import { TextField } from '../../platform/ui/fields.tsx'
import { useZodForm } from '../../platform/ui/useZodForm.ts'
import { answerText, YesNoField } from '../../platform/ui/YesNoField.tsx'
import { SafetyForm } from './SafetyForm.tsx'
import { NewOrStored } from './WithSafetyNets.tsx'
import { typedTelephone } from '../../../contract/platform/fields/telephone.ts'

/** A person to ring about the patient; id 0 adds one. */
export const ContactScreen = () => {
  const { contactId } = useParams({ from: '/falls/patient/contacts/$contactId' })
  return (
    <NewOrStored id={contactId} rowsOf={({ contacts }) => contacts}>
      {(row) => <ContactForm key={contactId} row={row} />}
    </NewOrStored>
  )
}

const ContactForm = ({ row }: { row: Contact | null }) => {
  const form = useZodForm(contactForm, {
    name: row?.name ?? '',
    role: row?.role ?? '',
    phoneNumber: typedTelephone(row?.phoneNumber, row?.phoneNumberNote),
    mayLeaveMessage: answerText(row?.mayLeaveMessage),
    isPreferred: row?.isPreferred ?? false,
    isEmergency: row?.isEmergency ?? false,
    note: row?.note ?? '',
  })
  return (
    <SafetyForm
      title={row === null ? 'Add a contact' : 'Edit contact'}
      said="Contact saved"
      kind="contact"
      row={row}
      form={form}
      save={(values, which, options) => call(saveContact, { ...values, ...which }, options)}
      deletes={{ what: 'this contact', remove: (which) => call(deleteContact, which) }}
    >
      <TextField form={form} name="name" label={labels.contact.name} width={20} autoComplete="off" />
      <TextField
        form={form}
        name="role"
        label={labels.contact.role}
        hint="Such as daughter, carer, warden, or neighbour with a key"
        width={20}
        autoComplete="off"
      />
      <TextField
        form={form}
        name="phoneNumber"
        label={optional(labels.contact.phoneNumber)}
        type="tel"
        width={20}
        autoComplete="off"
      />
      <YesNoField form={form} name="mayLeaveMessage" label={labels.contact.mayLeaveMessage} />
      <CheckboxField form={form} name="isPreferred" label={labels.contact.isPreferred} />
      <CheckboxField form={form} name="isEmergency" label={labels.contact.isEmergency} />
      <TextField form={form} name="note" label={optional(labels.contact.note)} autoComplete="off" />
    </SafetyForm>
  )
}
