import { addressForm, consentForm, contactForm } from '../../contract/patient.ts'
import { DateField } from '../ui/DateField.tsx'
import { TextField } from '../ui/fields.tsx'
import { PartFrame } from './PartFrame.tsx'
import { savePart } from './usePatientSave.ts'

export const Address = () => (
  <PartFrame
    part="address"
    title="Edit address"
    schema={addressForm}
    valuesOf={(patient) => ({
      addressLine1: patient.addressLine1 ?? '',
      addressLine2: patient.addressLine2 ?? '',
      addressLine3: patient.addressLine3 ?? '',
      town: patient.town ?? '',
      county: patient.county ?? '',
      postcode: patient.postcode ?? '',
    })}
    send={savePart}
  >
    {(form) => (
      <>
        <TextField form={form} name="addressLine1" label="Address line 1" autoFocus autoComplete="off" />
        <TextField form={form} name="addressLine2" label="Address line 2" autoComplete="off" />
        <TextField form={form} name="addressLine3" label="Address line 3" autoComplete="off" />
        <TextField form={form} name="town" label="Town" width={20} autoComplete="off" />
        <TextField form={form} name="county" label="County" width={20} autoComplete="off" />
        <TextField form={form} name="postcode" label="Postcode" width={10} autoComplete="off" />
      </>
    )}
  </PartFrame>
)

const telephone = { type: 'tel', width: 20, autoComplete: 'off' } as const

export const Contact = () => (
  <PartFrame
    part="contact"
    title="Edit contact"
    schema={contactForm}
    valuesOf={(patient) => ({
      phoneHome: patient.phoneHome ?? '',
      phoneWork: patient.phoneWork ?? '',
      phoneMobile: patient.phoneMobile ?? '',
      email: patient.email ?? '',
    })}
    send={savePart}
  >
    {(form) => (
      <>
        <TextField form={form} {...telephone} name="phoneHome" label="Home telephone" autoFocus />
        <TextField form={form} {...telephone} name="phoneWork" label="Work telephone" />
        <TextField form={form} {...telephone} name="phoneMobile" label="Mobile telephone" />
        <TextField form={form} name="email" label="E-mail" type="email" autoComplete="off" />
      </>
    )}
  </PartFrame>
)

export const Consent = () => (
  <PartFrame
    part="consent"
    title="Edit consent"
    hint="Leave both empty when consent was not refused."
    schema={consentForm}
    valuesOf={(patient) => ({
      consentRefusedDate: patient.consentRefusedDate ?? '',
      timeConsentRefused: patient.timeConsentRefused ?? '',
    })}
    send={savePart}
  >
    {(form) => (
      <>
        <DateField form={form} name="consentRefusedDate" label="Date consent refused" />
        <TextField
          form={form}
          name="timeConsentRefused"
          label="Time consent refused"
          hint="24-hour clock, for example 14:30"
          width={5}
          autoComplete="off"
        />
      </>
    )}
  </PartFrame>
)
