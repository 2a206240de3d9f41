import { addressForm, consentForm, contactForm } from '../../contract/patient.ts'
import { DateField } from '../ui/DateField.tsx'
import { TextField } from '../ui/fields.tsx'
import { useZodForm } from '../ui/useZodForm.ts'
import { PartFrame } from './PartFrame.tsx'
import { usePatient } from './PatientFrame.tsx'
import { savePart } from './usePatientSave.ts'

export const Address = () => {
  const patient = usePatient()
  const form = useZodForm(addressForm, {
    addressLine1: patient.addressLine1 ?? '',
    addressLine2: patient.addressLine2 ?? '',
    addressLine3: patient.addressLine3 ?? '',
    town: patient.town ?? '',
    county: patient.county ?? '',
    postcode: patient.postcode ?? '',
  })
  return (
    <PartFrame part="address" title="Edit address" form={form} send={savePart}>
      <TextField form={form} name="addressLine1" label="Address line 1" autoFocus autoComplete="off" />
      <TextField form={form} name="addressLine2" label="Address line 2" autoComplete="off" />
      <TextField form={form} name="addressLine3" label="Address line 3" autoComplete="off" />
      <TextField form={form} name="town" label="Town" width={20} autoComplete="off" />
      <TextField form={form} name="county" label="County" width={20} autoComplete="off" />
      <TextField form={form} name="postcode" label="Postcode" width={10} autoComplete="off" />
    </PartFrame>
  )
}

export const Contact = () => {
  const patient = usePatient()
  const form = useZodForm(contactForm, {
    phoneHome: patient.phoneHome ?? '',
    phoneWork: patient.phoneWork ?? '',
    phoneMobile: patient.phoneMobile ?? '',
    email: patient.email ?? '',
  })
  const telephone = { form, type: 'tel', width: 20, autoComplete: 'off' } as const
  return (
    <PartFrame part="contact" title="Edit contact" form={form} send={savePart}>
      <TextField {...telephone} name="phoneHome" label="Home telephone" autoFocus />
      <TextField {...telephone} name="phoneWork" label="Work telephone" />
      <TextField {...telephone} name="phoneMobile" label="Mobile telephone" />
      <TextField form={form} name="email" label="E-mail" type="email" autoComplete="off" />
    </PartFrame>
  )
}

export const Consent = () => {
  const patient = usePatient()
  const form = useZodForm(consentForm, {
    consentRefusedDate: patient.consentRefusedDate ?? '',
    timeConsentRefused: patient.timeConsentRefused ?? '',
  })
  return (
    <PartFrame
      part="consent"
      title="Edit consent"
      hint="Leave both empty when consent was not refused."
      form={form}
      send={savePart}
    >
      <DateField form={form} name="consentRefusedDate" label="Date consent refused" />
      <TextField
        form={form}
        name="timeConsentRefused"
        label="Time consent refused"
        hint="24-hour clock, for example 14:30"
        width={5}
        autoComplete="off"
      />
    </PartFrame>
  )
}
