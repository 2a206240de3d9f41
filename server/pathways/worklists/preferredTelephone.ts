import { sql as raw } from 'kysely'

/** The patient's first number, starting with the mobile, with its note, as in contract/platform/fields/telephone.ts. */
export const preferredTelephone = raw<
  string | null
>`coalesce(telephone_in_words(patient.phone_mobile, patient.phone_mobile_note),
  telephone_in_words(patient.phone_home, patient.phone_home_note), telephone_in_words(patient.phone_work, patient.phone_work_note))`
