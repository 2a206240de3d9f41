import { labels } from '../../contract/labels.ts'
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
        <TextField form={form} {...telephone} name="phoneHome" label={labels.patient.phoneHome} autoFocus />
        <TextField form={form} {...telephone} name="phoneWork" label={labels.patient.phoneWork} />
        <TextField form={form} {...telephone} name="phoneMobile" label={labels.patient.phoneMobile} />
        <TextField form={form} name="email" label={labels.patient.email} type="email" autoComplete="off" />
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
        <DateField form={form} name="consentRefusedDate" label={labels.patient.consentRefusedDate} />
        <TextField
          form={form}
          name="timeConsentRefused"
          label={labels.patient.timeConsentRefused}
          hint="24-hour clock, for example 14:30"
          width={5}
          autoComplete="off"
        />
      </>
    )}
  </PartFrame>
)
