import { ageOn, today } from '../../../contract/platform/dates/dates.ts'
import { formatDate } from '../../../contract/platform/words/format.ts'
import type { PatientInput } from '../../../contract/patients/patient.ts'
import { isNoFamilyName, isNoFirstName } from '../../../contract/platform/words/placeholders.ts'
import { readPostcode } from '../../../contract/platform/fields/postcode.ts'
import { unusualQuestion, usualAgeFrom } from '../../../contract/platform/fields/unusual.ts'
import { ValidationProblem } from '../../platform/errors.ts'
import type { StoredRow } from '../../platform/writes/saveRow.ts'

type Before = Pick<StoredRow<'patient'>, 'date_of_birth' | 'family_name' | 'first_name' | 'postcode'> | null

/**
 * A mistyped year makes a person too young for this service, NULL is seldom a name, and half a postcode finds nobody:
 * the user must confirm each of these when it is new. A sender that does not know the question is not asked about age
 * and name (decision 56), but an invalid postcode is refused.
 */
export const askAboutUnusual = (input: PatientInput, before: Before): void => {
  if (input.unusualConfirmed === true) return
  const postcodes = postcodesAsked(input, before)
  if (input.unusualConfirmed === undefined) {
    if (postcodes.length > 0) throw new ValidationProblem({ postcode: postcodes.join(' ') })
    return
  }
  const questions = [...agesAsked(input, before), ...namesAsked(input, before), ...postcodes]
  if (questions.length > 0) throw new ValidationProblem({ unusualConfirmed: unusualQuestion(questions) })
}

const agesAsked = ({ dateOfBirth }: PatientInput, before: Before): string[] => {
  if (dateOfBirth == null || dateOfBirth === before?.date_of_birth) return []
  const age = ageOn(dateOfBirth, today())
  if (age >= usualAgeFrom) return []
  return [`Born on ${formatDate(dateOfBirth)}, the patient is ${age} years old, which is unusual here.`]
}

const namesAsked = ({ familyName, firstName }: PatientInput, before: Before): string[] => [
  ...(familyName !== before?.family_name && isNoFamilyName(familyName)
    ? [`“${familyName}” is rarely a family name.`]
    : []),
  ...(firstName != null && firstName !== before?.first_name && isNoFirstName(firstName)
    ? [`“${firstName}” is rarely a first name; leave it empty if it is not known.`]
    : []),
]

const postcodesAsked = ({ postcode }: PatientInput, before: Before): string[] =>
  postcode == null || postcode === before?.postcode || readPostcode(postcode) !== null
    ? []
    : [`“${postcode}” is not a full UK postcode, such as ZZ10 1AA. For no fixed abode use ZZ99 3VZ.`]
