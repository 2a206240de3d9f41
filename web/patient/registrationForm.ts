import { demographicsForm, gpForm } from '../../contract/patient.ts'

/** Registering takes the GP too, since a referral needs one. */
export const registrationForm = demographicsForm.and(gpForm)
