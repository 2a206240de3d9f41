import { standardTelephone } from '../../../../contract/platform/fields/telephone.ts'
import { digitsOf } from '../../../../contract/platform/fields/nhsNumber.ts'
import type { FormSource } from '../../../../contract/exchange/incoming/source.ts'
import type { TypedTold } from '../../../../contract/exchange/incoming/told.ts'
import {
  boxesOf,
  dayOf,
  faultsOf,
  isFaultless,
  optionsOf,
  type Field,
  type Typed,
} from '../../../platform/http/pages/fields.ts'
import type { Page, PageName } from './page.ts'
import { needs, pagesFor } from './questions.ts'
import { redFlagsOf, tickedSigns } from './redFlags.ts'

/** What a person has typed so far. */
export interface Draft {
  source: FormSource
  typed: Typed
  /** The page that was sent with a fault, which it shows until it is sent without. */
  faulty: PageName | null
}

/** The values of a page's boxes out of a form that was sent. Codes that no box has are dropped. */
export const readPage = (page: Page, sent: URLSearchParams): Typed =>
  Object.fromEntries(
    page.fields.flatMap((field) => boxesOf(field).map((box) => [box, readBox(field, box, sent)])),
  )

const readBox = (field: Field, box: string, sent: URLSearchParams): string => {
  // Browsers send a new line as two characters.
  if (field.kind === 'text' || field.kind === 'day') return (sent.get(box) ?? '').replaceAll('\r\n', '\n')
  const codes = optionsOf(field).map(({ code }) => code)
  const chosen = codes.filter((code) => sent.getAll(box).includes(code))
  return field.kind === 'several' ? chosen.join(' ') : (chosen[0] ?? '')
}

/** The first page that is not complete; null if the referral can be sent. */
export const firstIncomplete = ({ source, typed }: Draft): PageName | null =>
  pagesFor(source).find((page) => !isFaultless(faultsOf(page, typed)))?.name ?? null

const onFloor = 'Ticked on the form: on the floor and cannot get up, or badly hurt, at the time of writing.'

/** The referral as every source hands it over. Only for a draft without faults. */
export const toldOf = ({ source, typed }: Draft): TypedTold => {
  const text = (name: string): string => (typed[name] ?? '').trim()
  const code = (name: string) => text(name) as never
  const isOwn = source === 'self'
  const answers = Object.fromEntries(
    ['falls', 'injured', 'blackout', 'couldNotGetUp', 'longLie', 'frail', 'unsteady', 'condition'].map(
      (name) => [name, code(name)],
    ),
  )
  const chosenNeeds = text('needs').split(' ')
  return {
    person: {
      ...Object.fromEntries(
        ['familyName', 'firstName', 'gender', 'addressLine1', 'addressLine2', 'town', 'postcode'].map(
          (name) => [name, code(name)],
        ),
      ),
      familyName: text('familyName'),
      dateOfBirth: dayOf(typed, 'dateOfBirth'),
      nhsNumber: digitsOf(text('nhsNumber')),
      telephone: standardTelephone(text('telephone')),
      otherTelephone: standardTelephone(text('otherTelephone')),
      email: text('email'),
      gpPractice: text('gpPractice'),
      needs: [
        ...needs.filter((need) => chosenNeeds.includes(need.code)).map(({ title }) => title),
        ...(text('language') === '' ? [] : [`Interpreter: ${text('language')}`]),
      ].join('; '),
    },
    sender: isOwn
      ? {}
      : {
          name: text('senderName'),
          role: text('senderRole'),
          organisation: text('senderOrganisation'),
          telephone: standardTelephone(text('senderTelephone')),
          email: text('senderEmail'),
        },
    consent: isOwn ? null : code('consent'),
    reason: [
      ...(tickedSigns(typed).some((sign) => sign.code === 'onFloor') ? [onFloor] : []),
      text('reason'),
      ...(text('more') === '' ? [] : [`Also: ${text('more')}`]),
    ].join('\n\n'),
    answers,
    redFlags: redFlagsOf(typed),
    urgency: source === 'professional' ? code('urgency') : null,
  }
}
