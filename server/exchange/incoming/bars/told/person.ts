import type { TypedTold } from '../../../../../contract/exchange/incoming/told.ts'
import { digitsOf, isNhsNumber } from '../../../../../contract/platform/fields/nhsNumber.ts'
import {
  codingsOf,
  identifierOf,
  listOf,
  partOf,
  partsOf,
  shortened,
  textOf,
  textsOf,
  wordsOf,
  type Part,
} from '../../parts.ts'
import type { Message } from '../message/message.ts'

type ToldPerson = TypedTold['person']

const longestName = 35
const longestLine = 255
const longestNumber = 60

/** Who is referred. Nobody is refused for what is missing: a service must take people without name or number. */
export const personOf = (message: Message): ToldPerson => {
  const { patient, bundle } = message
  const { telephones, email } = reachedAt(patient)
  const [telephone = null, ...others] = telephones
  return {
    ...nameOf(patient),
    ...numberOf(patient),
    dateOfBirth: textOf(patient['birthDate']),
    gender: genderOf(patient),
    ...addressOf(patient),
    telephone: telephone === null ? null : shortened(telephone, longestNumber),
    otherTelephone: others.length === 0 ? null : shortened(others.join(', '), longestNumber),
    email,
    ...practiceOf(bundle.follow, patient),
    needs: needsOf(message),
  }
}

const byUse = (parts: readonly Part[], uses: readonly string[]): Part | undefined =>
  uses.map((use) => parts.find((part) => part['use'] === use)).find((part) => part !== undefined) ?? parts[0]

const nameOf = (patient: Part): Pick<ToldPerson, 'familyName' | 'firstName'> => {
  const name = byUse(partsOf(patient['name']), ['official', 'usual']) ?? {}
  const family = textOf(name['family']) ?? textOf(name['text']) ?? 'Unknown'
  const given = textsOf(name['given']).join(' ')
  return {
    familyName: shortened(family, longestName),
    firstName: given === '' ? null : shortened(given, longestName),
  }
}

/** A number that is not valid is shown as it was sent, and never becomes an identifier. */
const numberOf = (patient: Part): Pick<ToldPerson, 'nhsNumber' | 'nhsNumberAsTold'> => {
  const sent = identifierOf(patient['identifier'], 'https://fhir.nhs.uk/Id/nhs-number')
  if (sent === null) return {}
  const digits = digitsOf(sent)
  return isNhsNumber(digits) ? { nhsNumber: digits } : { nhsNumberAsTold: shortened(sent, 40) }
}

const genders = ['female', 'male', 'other', 'unknown'] as const

const genderOf = (patient: Part): (typeof genders)[number] | null =>
  genders.find((each) => each === patient['gender']) ?? null

const addressOf = (patient: Part): Partial<ToldPerson> => {
  const address = byUse(partsOf(patient['address']), ['home', 'temp']) ?? {}
  const lines = textsOf(address['line'])
  const fit = (text: string | null | undefined): string | null =>
    text == null || text === '' ? null : shortened(text, longestLine)
  const [first = textOf(address['text']), second, ...rest] = lines
  return {
    addressLine1: fit(first),
    addressLine2: fit(second),
    addressLine3: fit(rest.join(', ')),
    town: fit(textOf(address['city'])),
    county: fit(textOf(address['district'])),
    postcode: textOf(address['postalCode']),
  }
}

/** A contact whose relationship is the person, by which the standard sends the person's own telephone. */
export const isSelf = (contact: Part): boolean =>
  codingsOf(contact['relationship']).some(({ code }) => code === 'ONESELF')

const reachedAt = (patient: Part): { telephones: string[]; email: string | null } => {
  const own = [patient, ...partsOf(patient['contact']).filter(isSelf)]
  const points = own.flatMap(({ telecom }) => partsOf(telecom)).toSorted((a, b) => rankOf(a) - rankOf(b))
  const valuesOf = (...systems: string[]): string[] => [
    ...new Set(
      points.flatMap((point) =>
        systems.includes(textOf(point['system']) ?? '') ? (textOf(point['value']) ?? []) : [],
      ),
    ),
  ]
  return { telephones: valuesOf('phone', 'sms'), email: valuesOf('email').at(0) ?? null }
}
const rankOf = ({ rank }: Part): number => (typeof rank === 'number' ? rank : 99)

/** The practice, whether it is named in the reference, or is an organisation or a person's role there in the message. */
const practiceOf = (
  follow: Message['bundle']['follow'],
  patient: Part,
): Pick<ToldPerson, 'gpPractice' | 'gpCode'> => {
  const references = partsOf(patient['generalPractitioner'])
  const found = references
    .flatMap((reference): Part[] => {
      const resource = follow(reference) ?? {}
      return [resource, follow(resource['organization']) ?? {}]
    })
    .find(({ resourceType }) => resourceType === 'Organization')
  const named = references.find((reference) => textOf(reference['display']) !== null)
  const code =
    identifierOf(found?.['identifier'], 'https://fhir.nhs.uk/Id/ods-organization-code') ??
    identifierOf(
      references.map(({ identifier }) => identifier),
      'https://fhir.nhs.uk/Id/ods-organization-code',
    )
  const name = textOf(found?.['name']) ?? textOf(named?.['display'])
  return {
    gpPractice: name === null ? null : shortened(name, longestLine),
    gpCode: code === null ? null : shortened(code, 20),
  }
}

const interpreter = 'http://hl7.org/fhir/StructureDefinition/patient-interpreterRequired'

/** Languages other than English, an interpreter, and adjustments that are to be made. */
const needsOf = ({ patient, bundle }: Message): string | null => {
  const languages = partsOf(patient['communication']).flatMap(({ language }) => {
    const isEnglish = codingsOf(language).some(({ code }) => /^en\b/i.test(code))
    const words = wordsOf(language)
    return isEnglish || words === null ? [] : [`Language: ${words}`]
  })
  const needsInterpreter = listOf(patient['extension'])
    .map(partOf)
    .some(({ url, valueBoolean }) => url === interpreter && valueBoolean === true)
  const adjustments = flagsOf(bundle.of('Flag'), 'RA')
  const all = [...languages, ...(needsInterpreter ? ['Needs an interpreter'] : []), ...adjustments]
  return all.length === 0 ? null : shortened([...new Set(all)].join('. '), 1000)
}

/** What active flags of a category say. */
export const flagsOf = (flags: readonly Part[], category: string): string[] =>
  flags.flatMap((flag) => {
    const isOf = codingsOf(flag['category']).some(({ code }) => code === category)
    const isOver = flag['status'] === 'inactive' || flag['status'] === 'entered-in-error'
    return isOf && !isOver ? (wordsOf(flag['code']) ?? []) : []
  })
