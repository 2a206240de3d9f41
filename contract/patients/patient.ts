import { z } from 'zod'
import { daysBetween, addMonths, today } from '../platform/dates/dates.ts'
import { endpoint, saveCall } from '../platform/calls/endpoint.ts'
import { flagChip } from './flags/chips.ts'
import {
  emailAddress,
  existingId,
  optionalChoice,
  optionalDate,
  optionalPattern,
  optionalText,
  recordId,
  requiredChoice,
  requiredText,
  version,
  yesNo,
} from '../platform/fields/fields.ts'
import { optionalPostcode } from '../platform/fields/postcodeField.ts'
import { optionalTime } from '../platform/fields/timeField.ts'
import { telephoneNote, telephoneNumber } from '../platform/fields/telephoneField.ts'
import { digitsOf, isNhsNumber, nhsNumberLength } from '../platform/fields/nhsNumber.ts'
import { bmiReply } from './bmi.ts'
import { numberStatusCodes } from './numberStatus.ts'
import { withTelephoneNotes } from '../platform/fields/telephone.ts'
import { unusualConfirmed } from '../platform/fields/unusual.ts'

export const nhsNumberMissing = 'Please tick NHS Number Unknown or enter an NHS Number'
export const nhsNumberInvalid = 'NHS Number Invalid'

/** The maximum length of a name in the Personal Demographics Service. */
const nameLength = 35

const demographicsFields = {
  familyName: requiredText('Family name required', nameLength),
  firstName: optionalText(nameLength),
  namePrefix: optionalChoice(),
  genderId: requiredChoice('Gender required'),
  dateOfBirth: optionalDate({ done: true }),
  /** Text, because leading zeros matter. */
  nhsNumber: optionalPattern(() => true, { message: nhsNumberInvalid, maximum: nhsNumberLength }),
  nhsNumberUnknown: yesNo().optional(),
  ethnicity: optionalChoice(),
}

const addressFields = {
  addressLine1: optionalText(),
  addressLine2: optionalText(),
  addressLine3: optionalText(),
  town: optionalText(),
  county: optionalText(),
  postcode: optionalPostcode(),
}

const contactFields = {
  phoneHome: telephoneNumber(),
  phoneWork: telephoneNumber(),
  phoneMobile: telephoneNumber(),
  email: emailAddress(),
}

/** A note beside each number (an addition). A note typed into the number itself is moved here. */
const telephoneNotes = {
  phoneHomeNote: telephoneNote(),
  phoneWorkNote: telephoneNote(),
  phoneMobileNote: telephoneNote(),
}

const gpFields = {
  registeredGP: optionalText(20),
  registeredGP_Branch: optionalText(20),
}

const consentFields = {
  consentRefusedDate: optionalDate({ done: true }),
  timeConsentRefused: optionalTime(),
}

const deceasedFields = {
  deceasedDate: optionalDate({ done: true }),
  /** The user saw that there are records after the day of death and confirmed it. */
  deathBeforeRecordsConfirmed: z.boolean().optional(),
}

const identity = { id: recordId(), version: version() }

interface NhsNumberBoxes {
  nhsNumber?: string | null | undefined
  nhsNumberUnknown?: boolean | undefined
}

/** The NHS number rules of the demographics form (specification). Ticking 'unknown' clears the number. */
const checkNhsNumber = (boxes: NhsNumberBoxes, context: z.RefinementCtx): void => {
  if (boxes.nhsNumberUnknown) return
  const digits = digitsOf(boxes.nhsNumber ?? '')
  if (digits === '') context.addIssue({ code: 'custom', path: ['nhsNumber'], message: nhsNumberMissing })
  else if (!isNhsNumber(digits))
    context.addIssue({ code: 'custom', path: ['nhsNumber'], message: nhsNumberInvalid })
}

/** Reports problems with the NHS number together with other missing fields, as long as the number is text or absent. */
const beside: z.core.$ZodSuperRefineParams = {
  when: ({ value }) => {
    if (typeof value !== 'object' || value === null) return false
    const { nhsNumber } = value as { nhsNumber?: unknown }
    return nhsNumber == null || typeof nhsNumber === 'string'
  },
}

const settleNhsNumber = <Boxes extends NhsNumberBoxes>(boxes: Boxes) => ({
  ...boxes,
  nhsNumberUnknown: boxes.nhsNumberUnknown ?? false,
  nhsNumber: boxes.nhsNumberUnknown ? null : digitsOf(boxes.nhsNumber ?? ''),
})

/** A date of birth over 120 years ago is a typing mistake (CS-5). */
const oldestAgeYears = 120

interface LifeDates {
  dateOfBirth?: string | null | undefined
  deceasedDate?: string | null | undefined
}

const checkLife = ({ dateOfBirth, deceasedDate }: LifeDates, context: z.RefinementCtx): void => {
  if (dateOfBirth && daysBetween(addMonths(dateOfBirth, oldestAgeYears * 12), today()) > 0)
    context.addIssue({
      code: 'custom',
      path: ['dateOfBirth'],
      message: `The date of birth is more than ${oldestAgeYears} years ago`,
    })
  if (dateOfBirth && deceasedDate && deceasedDate < dateOfBirth)
    context.addIssue({ code: 'custom', path: ['deceasedDate'], message: 'The date of death is before birth' })
}

/** The forms of the patient screens; each saves through the call for the whole patient. */
export const demographicsForm = z
  .object({ ...demographicsFields, unusualConfirmed })
  .superRefine(checkNhsNumber, beside)
  .superRefine(checkLife)
export const addressForm = z.object({ ...addressFields, unusualConfirmed })
export const contactForm = z
  .object(contactFields)
  .transform((typed) => withTelephoneNotes(typed, ['phoneHome', 'phoneWork', 'phoneMobile']))
export const consentForm = z.object(consentFields)
export const deceasedForm = z.object(deceasedFields)
export const gpForm = z.object(gpFields)

export const patientInput = z
  .object({
    ...identity,
    ...demographicsFields,
    ...addressFields,
    ...contactFields,
    ...telephoneNotes,
    ...gpFields,
    ...consentFields,
    ...deceasedFields,
    /** Ids of the likely duplicates that the user was shown and judged to be somebody else (CS-2). */
    notDuplicateOf: z.array(existingId()).max(50).optional(),
    /** The user confirmed that an unusual age, name or postcode is right (an addition). */
    unusualConfirmed,
    /** The answer of the Personal Demographics Service that the sender was shown (an addition, decision 152). */
    pdsTraceId: existingId().optional(),
  })
  .superRefine(checkNhsNumber, beside)
  .superRefine(checkLife)
  .transform(settleNhsNumber)
export type PatientInput = z.output<typeof patientInput>

const nextOfKinFields = {
  familyName: requiredText('Family name required', nameLength),
  firstName: optionalText(nameLength),
  namePrefix: optionalChoice(),
  relationship: optionalText(),
  phoneNumber: telephoneNumber(),
}
export const nextOfKinForm = z
  .object(nextOfKinFields)
  .transform((typed) => withTelephoneNotes(typed, ['phoneNumber']))
export const nextOfKinInput = z.object({
  ...nextOfKinFields,
  phoneNumberNote: telephoneNote(),
  ...identity,
  patientId: existingId(),
})

const nullableText = z.string().nullable()
const nullableId = z.int().nullable()

export const nextOfKinReply = z.object({
  id: z.int(),
  version: z.int(),
  patientId: z.int(),
  familyName: z.string(),
  firstName: nullableText,
  namePrefix: nullableId,
  relationship: nullableText,
  phoneNumber: nullableText,
  phoneNumberNote: nullableText,
  /** Display names of the ids above, including those of inactive rows. */
  names: z.object({ namePrefix: nullableText }),
})

export const patientReply = z.object({
  id: z.int(),
  version: z.int(),
  isActive: z.boolean(),
  familyName: z.string(),
  firstName: nullableText,
  namePrefix: nullableId,
  genderId: z.int(),
  dateOfBirth: nullableText,
  nhsNumber: nullableText,
  nhsNumberUnknown: z.boolean(),
  ethnicity: nullableId,
  addressLine1: nullableText,
  addressLine2: nullableText,
  addressLine3: nullableText,
  town: nullableText,
  county: nullableText,
  postcode: nullableText,
  phoneHome: nullableText,
  phoneWork: nullableText,
  phoneMobile: nullableText,
  /** Extension, whose number it is, or when to ring (an addition). */
  phoneHomeNote: nullableText,
  phoneWorkNote: nullableText,
  phoneMobileNote: nullableText,
  email: nullableText,
  registeredGP: nullableText,
  registeredGP_Branch: nullableText,
  consentRefusedDate: nullableText,
  timeConsentRefused: nullableText,
  deceasedDate: nullableText,
  /** How far the number was checked nationally; null if nobody traced it (an addition). */
  nhsNumberStatus: z.enum(numberStatusCodes).nullable().optional(),
  /** When the record was last compared with the Personal Demographics Service (an addition). */
  pdsCheckedAt: nullableText.optional(),
  /** National code of the ethnicity: some BMI thresholds depend on it. */
  ethnicityCode: nullableText,
  /** Display names of the ids above, including those of inactive rows. */
  names: z.object({
    namePrefix: nullableText,
    gender: z.string(),
    ethnicity: nullableText,
    registeredGP: nullableText,
    registeredGP_Branch: nullableText,
  }),
})
export type PatientRecord = z.output<typeof patientReply>

export const patientPathway = z.object({
  id: z.int(),
  referralDate: nullableText,
  /** The work-list stage of an open pathway; for a closed one, how it was closed. */
  stage: z.string(),
  isOpen: z.boolean(),
})

export const patientView = patientReply.extend({
  nextOfKin: nextOfKinReply.nullable(),
  pathways: z.array(patientPathway),
  /** Flags that must be seen before anything else (an addition). */
  flags: z.array(flagChip),
  /** Nobody may ring this patient (an addition). */
  doNotCall: z.boolean(),
  bmi: z.array(bmiReply),
})
export type PatientView = z.output<typeof patientView>

export const getPatient = endpoint({
  method: 'GET',
  path: '/api/patient/get',
  summary: 'One patient with next of kin, referrals and BMIs',
  input: z.object({ id: existingId() }),
  reply: patientView,
})

export const savePatient = saveCall({
  path: '/api/patient/save',
  summary: 'Register a patient (id 0) or save changes',
  input: patientInput,
})

export const saveNextOfKin = saveCall({
  path: '/api/nextOfKin/save',
  summary: "Save a patient's next of kin",
  input: nextOfKinInput,
})

const organisationBrief = z.object({ id: z.string(), name: z.string(), postcode: nullableText })

export const searchGp = endpoint({
  method: 'POST',
  path: '/api/gp/search',
  takesNoKey: true,
  summary: 'Find GP practices and branches by name, code or postcode',
  input: z.object({ search: requiredText('Enter a practice name, code or postcode', 100) }),
  reply: z.array(z.object({ gp: organisationBrief, branch: organisationBrief.nullable() })),
})

/** What is missing before a pathway can begin, in the words of the specification. */
export const prePathwayCheck = (
  patient: Pick<PatientRecord, 'nhsNumber' | 'nhsNumberUnknown' | 'familyName' | 'genderId' | 'registeredGP'>,
): { field: string; message: string }[] => {
  const missing: { field: string; message: string }[] = []
  if (!patient.nhsNumberUnknown && !patient.nhsNumber)
    missing.push({ field: 'nhsNumber', message: 'NHS Number Unknown or NHS Number required' })
  if (!patient.familyName) missing.push({ field: 'familyName', message: 'Family name required' })
  if (!patient.genderId) missing.push({ field: 'genderId', message: 'Gender required' })
  if (!patient.registeredGP) missing.push({ field: 'registeredGP', message: 'Registered GP required' })
  return missing
}
