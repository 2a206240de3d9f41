import type { z } from 'zod'
import type { IncomingView } from '../../../contract/exchange/incoming/incomingReferral.ts'
import type { Told } from '../../../contract/exchange/incoming/told.ts'
import { today } from '../../../contract/platform/dates/dates.ts'
import { dayOfInstant } from '../../../contract/platform/dates/wallTime.ts'
import { readTelephone } from '../../../contract/platform/fields/telephone.ts'
import { idText } from '../../platform/ui/idText.ts'
import { nothingTyped, type registerAndReferForm } from '../../pathways/referral/registerAndRefer.ts'

type Boxes = z.input<typeof registerAndReferForm>

/** Roles in which the sender is family, and so the next of kin whom nobody has to type. */
const family =
  /\b(daughter|son|wife|husband|partner|spouse|mother|father|sister|brother|niece|nephew|grand\w+|cousin|aunt|uncle)\b/i

/** The sender as next of kin: the last word of a name is the family name. */
const nextOfKinOf = ({ sender }: Told): Boxes['nextOfKin'] => {
  const words = (sender.name ?? '').split(/\s+/).filter(Boolean)
  if (words.length === 0 || !family.test(sender.role ?? '')) return nothingTyped.nextOfKin
  return {
    familyName: words.at(-1) ?? '',
    firstName: words.slice(0, -1).join(' '),
    namePrefix: '',
    relationship: sender.role ?? '',
    phoneNumber: telephoneOf(sender.telephone),
  }
}

/** A text that is no telephone number stays with what was sent: the form would refuse it. */
const telephoneOf = (text: string | null | undefined): string =>
  text != null && readTelephone(text) !== null ? text : ''

const isMobile = (number: string): boolean => /^(?:44|0044)?0?7/.test(number.replaceAll(/[^\d]/g, ''))

/** What the form for accepting somebody new begins with: all that was said, and nothing else. */
export const prefilled = ({ told, suggested, receivedAt }: IncomingView): Boxes => {
  if (told === null) return nothingTyped
  const { person } = told
  const numbers = [telephoneOf(person.telephone), telephoneOf(person.otherTelephone)].filter(Boolean)
  const phoneMobile = numbers.find(isMobile) ?? ''
  const phoneHome = numbers.find((number) => number !== phoneMobile) ?? ''
  return {
    patient: {
      ...nothingTyped.patient,
      familyName: person.familyName,
      firstName: person.firstName ?? '',
      genderId: idText(suggested.genderId),
      dateOfBirth: person.dateOfBirth ?? '',
      nhsNumber: person.nhsNumber ?? '',
      nhsNumberUnknown: person.nhsNumber === null,
      addressLine1: person.addressLine1 ?? '',
      addressLine2: person.addressLine2 ?? '',
      addressLine3: person.addressLine3 ?? '',
      town: person.town ?? '',
      county: person.county ?? '',
      postcode: person.postcode ?? '',
      phoneHome,
      phoneMobile,
      email: person.email ?? '',
      registeredGP: suggested.practices.length === 1 ? (suggested.practices[0]?.id ?? null) : null,
    },
    referral: { ...referralOf({ suggested, receivedAt }), ubrn: told.ubrn ?? '' },
    nextOfKin: nextOfKinOf(told),
  }
}

/** The referral was made on the day on which it came in, unless the user knows better. */
export const referralOf = ({ suggested, receivedAt }: Pick<IncomingView, 'suggested' | 'receivedAt'>) => {
  const received = dayOfInstant(receivedAt)
  return {
    referralDate: received > today() ? today() : received,
    referrerId: idText(suggested.referrerId),
    referralMethodId: idText(suggested.referralMethodId),
  }
}
