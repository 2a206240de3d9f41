import { sql as raw } from 'kysely'

/** The number that the person carries comes first; with what stands beside it, as contract/platform/fields/telephone.ts says it. */
export const preferredTelephone = raw<
  string | null
>`coalesce(telephone_in_words(patient.phone_mobile, patient.phone_mobile_note),
  telephone_in_words(patient.phone_home, patient.phone_home_note), telephone_in_words(patient.phone_work, patient.phone_work_note))`
