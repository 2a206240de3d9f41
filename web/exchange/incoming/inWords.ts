import {
  answerTitles,
  consents,
  fallCounts,
  type Told,
  type ToldAnswers,
} from '../../../contract/exchange/incoming/told.ts'
import { redFlagSigns, type RedFlagSign } from '../../../contract/reference/redFlagSigns.ts'

export const signTitle = (sign: RedFlagSign): string =>
  redFlagSigns.find(({ code }) => code === sign)?.title ?? sign

const answerWords = { yes: 'Yes', no: 'No', unknown: 'Not sure' } as const

/** The answered questions with their answers. */
export const answersInWords = (answers: ToldAnswers): [question: string, answer: string][] =>
  (Object.keys(answerTitles) as (keyof ToldAnswers)[]).flatMap((name): [string, string][] => {
    const given = answers[name]
    if (given == null) return []
    const words =
      name === 'falls'
        ? (fallCounts.find(({ code }) => code === given)?.title ?? given)
        : answerWords[given as keyof typeof answerWords]
    return [[answerTitles[name], words]]
  })

export const consentInWords = ({ consent }: Told): string | null =>
  consents.find(({ code }) => code === consent)?.title ?? null

export const addressInWords = ({ person }: Told): string =>
  [person.addressLine1, person.addressLine2, person.addressLine3, person.town, person.county, person.postcode]
    .filter(Boolean)
    .join(', ')

const genders = { female: 'Female', male: 'Male', other: 'Other', unknown: 'Not known' } as const
export const genderInWords = ({ person: { gender } }: Told): string | null =>
  gender == null ? null : genders[gender]
