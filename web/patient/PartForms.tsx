import { addressForm, consentForm, contactForm } from '../../contract/patient.ts'
import { DateField } from '../ui/DateField.tsx'
import { TextField } from '../ui/fields.tsx'
import { FormFrame } from '../ui/FormFrame.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import { useZodForm } from '../ui/useZodForm.ts'
import { CancelLink } from './CancelLink.tsx'
import { usePatient } from './PatientFrame.tsx'
import { savePart } from './savePart.ts'
import { useBackToPatient } from './useBackToPatient.ts'

export const Address = () => {
  const patient = usePatient()
  const back = useBackToPatient()
  const form = useZodForm(addressForm, {
    addressLine1: patient.addressLine1 ?? '',
    addressLine2: patient.addressLine2 ?? '',
    addressLine3: patient.addressLine3 ?? '',
    town: patient.town ?? '',
    county: patient.county ?? '',
    postcode: patient.postcode ?? '',
  })
  return (
    <>
      <PageTitle>Edit address</PageTitle>
      <FormFrame
        form={form}
        guarded
        className="sf-form"
        submit="Save"
        actions={<CancelLink section="address" />}
        onSave={async (values) => {
          await savePart(patient, values)
          await back('address')
        }}
      >
        <TextField form={form} name="addressLine1" label="Address line 1" autoFocus autoComplete="off" />
        <TextField form={form} name="addressLine2" label="Address line 2 (optional)" autoComplete="off" />
        <TextField form={form} name="addressLine3" label="Address line 3 (optional)" autoComplete="off" />
        <TextField form={form} name="town" label="Town" width={20} autoComplete="off" />
        <TextField form={form} name="county" label="County (optional)" width={20} autoComplete="off" />
        <TextField form={form} name="postcode" label="Postcode" width={10} autoComplete="off" />
      </FormFrame>
    </>
  )
}

export const Contact = () => {
  const patient = usePatient()
  const back = useBackToPatient()
  const form = useZodForm(contactForm, {
    phoneHome: patient.phoneHome ?? '',
    phoneWork: patient.phoneWork ?? '',
    phoneMobile: patient.phoneMobile ?? '',
    email: patient.email ?? '',
  })
  return (
    <>
      <PageTitle>Edit contact</PageTitle>
      <FormFrame
        form={form}
        guarded
        className="sf-form"
        submit="Save"
        actions={<CancelLink section="contact" />}
        onSave={async (values) => {
          await savePart(patient, values)
          await back('contact')
        }}
      >
        <TextField
          form={form}
          name="phoneHome"
          label="Home telephone"
          type="tel"
          width={20}
          autoFocus
          autoComplete="off"
        />
        <TextField
          form={form}
          name="phoneWork"
          label="Work telephone"
          type="tel"
          width={20}
          autoComplete="off"
        />
        <TextField
          form={form}
          name="phoneMobile"
          label="Mobile telephone"
          type="tel"
          width={20}
          autoComplete="off"
        />
        <TextField form={form} name="email" label="E-mail" type="email" autoComplete="off" />
      </FormFrame>
    </>
  )
}

export const Consent = () => {
  const patient = usePatient()
  const back = useBackToPatient()
  const form = useZodForm(consentForm, {
    consentRefusedDate: patient.consentRefusedDate ?? '',
    timeConsentRefused: patient.timeConsentRefused ?? '',
  })
  return (
    <>
      <PageTitle>Edit consent</PageTitle>
      <p>Leave both empty when consent was not refused.</p>
      <FormFrame
        form={form}
        guarded
        className="sf-form"
        submit="Save"
        actions={<CancelLink section="consent" />}
        onSave={async (values) => {
          await savePart(patient, values)
          await back('consent')
        }}
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
      </FormFrame>
    </>
  )
}
