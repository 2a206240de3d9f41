import { consentForm, contactForm } from '../../contract/patient.ts'
import { DateField } from '../ui/DateField.tsx'
import { TextField } from '../ui/fields.tsx'
import { PartFrame } from './PartFrame.tsx'
import { savePart } from './usePatientSave.ts'

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
