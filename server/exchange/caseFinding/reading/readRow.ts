import type { ListField } from '../../../../contract/exchange/caseFinding/columns.ts'
import type { ListKind } from '../../../../contract/exchange/caseFinding/listKind.ts'
import {
  longestReason,
  told as toldSchema,
  type Told,
  type TypedTold,
} from '../../../../contract/exchange/incoming/told.ts'
import type { CalendarDate } from '../../../../contract/platform/dates/dates.ts'
import { digitsOf, isNhsNumber } from '../../../../contract/platform/fields/nhsNumber.ts'
import { readTelephone } from '../../../../contract/platform/fields/telephone.ts'
import { formatDate } from '../../../../contract/platform/words/format.ts'
import { damageIn } from '../../imports/files/cells.ts'
import { shortened } from '../../incoming/parts.ts'
import { answerOf, dayReader, fallsOf, frailtyOf, genderOf } from './words.ts'

/** What is wrong with a cell of a row; without a field it is the row. */
export interface CellFault {
  field: ListField | null
  text: string
}

/** A row as it was understood. */
export interface ReadRow {
  told: TypedTold
  isOptedOut: boolean
  /** Cells that were left out. */
  leftOut: CellFault[]
}

export interface RowReader {
  /** Returns what is wrong if the row cannot be taken. Never throws. */
  read: (cellOf: (field: ListField) => string) => ReadRow | { refused: CellFault[] }
}

export interface Described {
  kind: ListKind
  sender: string
  listDate: CalendarDate
}

const personTexts = [
  ...(['familyName', 'firstName', 'addressLine1', 'addressLine2', 'addressLine3', 'town', 'county'] as const),
  ...(['postcode', 'email', 'gpPractice', 'needs'] as const),
]
const answered = ['injured', 'blackout', 'couldNotGetUp', 'longLie', 'unsteady'] as const

/** Nobody born longer ago is alive. */
const oldest = 120

/** A person cannot be told apart without these, so a row with one that cannot be read is refused. */
const whoItIs: ReadonlySet<string> = new Set(['familyName', 'firstName', 'dateOfBirth', 'nhsNumber'])

/** @param today a day of birth after it is a mistake */
export const rowReader = ({ kind, sender, listDate }: Described, today: CalendarDate): RowReader => {
  const birthDay = dayReader(today, oldest - 10)
  const recentDay = dayReader(today, 90)
  return {
    read: (cellOf) => {
      const refused: CellFault[] = []
      const leftOut: CellFault[] = []
      const refuse = (field: ListField | null, text: string): void => void refused.push({ field, text })
      const leaveOut = (field: ListField, text: string): void => void leftOut.push({ field, text })
      const cell = (field: ListField): string => {
        const text = cellOf(field).trim()
        const damage = damageIn(text)
        if (damage !== null) refuse(field, damage)
        return damage === null ? text : ''
      }
      const chosen = <Value>(
        field: ListField,
        read: (text: string) => Value | undefined,
        otherwise: string,
      ): Value | null => {
        const text = cell(field)
        const value = text === '' ? undefined : read(text)
        if (text !== '' && value === undefined) leaveOut(field, otherwise)
        return value ?? null
      }
      const person: Record<string, string | null> = Object.fromEntries(
        personTexts.map((field) => [field, cell(field)]),
      )
      const numberText = cell('nhsNumber')
      const digits = digitsOf(numberText)
      const nhsNumber = isNhsNumber(digits) ? digits : null
      const bornText = cell('dateOfBirth')
      const born = bornText === '' ? null : birthDay(bornText)
      if (bornText !== '' && born === null) refuse('dateOfBirth', 'This is not a day, such as 04/03/1941')
      if (born !== null && born > today) refuse('dateOfBirth', 'The day is in the future')
      if (born !== null && Number(born.slice(0, 4)) < Number(today.slice(0, 4)) - oldest)
        refuse('dateOfBirth', `The day is more than ${oldest} years ago`)
      if (nhsNumber === null && bornText === '')
        refuse(
          numberText === '' ? null : 'nhsNumber',
          `${numberText === '' ? 'There is no NHS number and no date of birth' : 'The NHS number is not valid, and there is no date of birth'}, so nobody can say who this is`,
        )
      else if (nhsNumber === null && numberText !== '')
        leaveOut('nhsNumber', 'The NHS number is not valid: it is shown, and not used to find the person')
      for (const field of ['telephone', 'otherTelephone'] as const) {
        const text = cell(field)
        person[field] = text === '' ? null : (chosenTelephone(text) ?? '')
        if (person[field] === '') {
          person[field] = null
          leaveOut(field, 'This is not a telephone number: left out')
        }
      }
      const code = cell('gpCode').toUpperCase().replaceAll(/\s/g, '')
      if (code.length > 20) leaveOut('gpCode', 'This is not a code of a practice: left out')
      const gender = chosen('gender', genderOf, 'This is not a sex that is known here: left out')
      const died = cell('died')
      if (died !== '' && answerOf(died) !== 'no' && !/^(alive|living)$/i.test(died))
        refuse('died', 'The list says that this person died')
      const optedOut = cell('optedOut')
      const optOut = optedOut === '' ? 'no' : answerOf(optedOut)
      // Somebody who may have said no is not written to.
      if (optOut === undefined || optOut === 'unknown')
        refuse(
          'optedOut',
          'This is neither yes nor no, so it is not clear whether the person may be contacted',
        )
      const notRead = 'This word is not known here: left out'
      const answers: Record<string, string | null> = Object.fromEntries(
        answered.map((field) => [field, chosen(field, answerOf, notRead)]),
      )
      const falls = chosen('falls', fallsOf, notRead)
      const frailties = [
        chosen('frail', (text) => frailtyOf(text, false) ?? answerOf(text), notRead),
        chosen(
          'efi',
          (text) => frailtyOf(text, true),
          'This is neither a category nor an index from 0 to 1: left out',
        ),
        chosen(
          'efi2',
          (text) => frailtyOf(text, false),
          'Only the category of eFI2 is read, not its score: left out',
        ),
      ]
      const frail = (['yes', 'no', 'unknown'] as const).find((answer) => frailties.includes(answer)) ?? null
      const incidentText = cell('incidentDate')
      const incident = incidentText === '' ? null : recentDay(incidentText)
      if (incidentText !== '' && incident === null) leaveOut('incidentDate', 'This is not a day: left out')
      if (incident !== null && incident > today) refuse('incidentDate', 'The day is in the future')
      const told: TypedTold = {
        person: {
          ...(person as TypedTold['person']),
          dateOfBirth: born,
          nhsNumber,
          ...(nhsNumber === null && numberText !== '' && { nhsNumberAsTold: shortened(numberText, 40) }),
          ...(gender !== null && { gender }),
          ...(code !== '' && code.length <= 20 && { gpCode: code }),
        },
        sender: { organisation: sender },
        answers: {
          ...(answers as Pick<Told['answers'], (typeof answered)[number]>),
          // An ambulance list is of people who fell.
          falls: falls ?? (kind === 'ambulance' ? 'one' : null),
          frail,
        },
        redFlags: [
          ...(answers['blackout'] === 'yes' ? (['blackout'] as const) : []),
          ...(answers['longLie'] === 'yes' ? (['longLie'] as const) : []),
        ],
        reason: reasonOf({
          said: cell('reason'),
          incident: incident === null || incident > today ? null : incident,
          frailty: (['efi', 'efi2'] as const).flatMap((field) => {
            const text = cellOf(field).trim()
            return text === '' ? [] : [`${field === 'efi' ? 'eFI' : 'eFI2'}: ${text}`]
          }),
          listDate,
        }),
      }
      if (refused.length > 0) return { refused }
      return checked(told, optOut === 'yes', leftOut)
    },
  }
}

/** The number as the sender writes it, if there is one in it. */
const chosenTelephone = (text: string): string | null =>
  readTelephone(text) === null ? null : shortened(text, 60)

interface Why {
  said: string
  incident: CalendarDate | null
  frailty: readonly string[]
  listDate: CalendarDate
}

const reasonOf = ({ said, incident, frailty, listDate }: Why): string =>
  shortened(
    [
      ...(said === '' ? [] : [said]),
      ...(incident === null ? [] : [`Incident on ${formatDate(incident)}.`]),
      ...(frailty.length === 0 ? [] : [`${frailty.join('; ')}.`]),
      `On a list of ${formatDate(listDate)}.`,
    ].join('\n'),
    longestReason,
  )

/**
 * The row by the rules of everything that comes in. A cell that they refuse is left out, unless it says who the person
 * is.
 */
const checked = (
  told: TypedTold,
  isOptedOut: boolean,
  leftOut: CellFault[],
): ReadRow | { refused: CellFault[] } => {
  const first = toldSchema.safeParse(told)
  if (first.success) return { told: first.data, isOptedOut, leftOut }
  const faults = first.error.issues.map(({ path, message }): CellFault & { name: string } => {
    const name = String(path[1] ?? path[0] ?? '')
    return { name, field: name as ListField, text: message }
  })
  if (faults.some(({ name }) => whoItIs.has(name)))
    return {
      refused: faults.filter(({ name }) => whoItIs.has(name)).map(({ field, text }) => ({ field, text })),
    }
  const person = { ...told.person } as Record<string, unknown>
  for (const { name } of faults) person[name] = null
  const second = toldSchema.safeParse({ ...told, person })
  return second.success
    ? {
        told: second.data,
        isOptedOut,
        leftOut: [...leftOut, ...faults.map(({ field, text }) => ({ field, text: `${text}: left out` }))],
      }
    : { refused: faults.map(({ field, text }) => ({ field, text })) }
}
