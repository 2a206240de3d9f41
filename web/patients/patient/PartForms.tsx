import { labels } from '../../../contract/platform/words/labels.ts'
import { consentForm, contactForm } from '../../../contract/patients/patient.ts'
import { DateField } from '../../platform/ui/DateField.tsx'
import { TextField } from '../../platform/ui/fields.tsx'
import { ContactFields } from './ContactFields.tsx'
import { PartFrame } from './PartFrame.tsx'
import { savePart } from './usePatientSave.ts'
import { typedTelephone } from '../../../contract/platform/fields/telephone.ts'

export const Contact = () => (
  <PartFrame
    part="contact"
    title="Edit contact"
    schema={contactForm}
    valuesOf={(patient) => ({
      phoneHome: typedTelephone(patient.phoneHome, patient.phoneHomeNote),
      phoneWork: typedTelephone(patient.phoneWork, patient.phoneWorkNote),
      phoneMobile: typedTelephone(patient.phoneMobile, patient.phoneMobileNote),
      email: patient.email ?? '',
    })}
    send={savePart}
  >
    {(form) => <ContactFields form={form} autoFocus />}
  </PartFrame>
)

export const Consent = () => (
  <PartFrame
    part="consent"
    title="Edit consent"
    hint="Only where the patient refused consent; otherwise leave empty."
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
