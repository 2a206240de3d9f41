import { labels } from '../../platform/words/labels.ts'
import { foldName } from '../../platform/words/fold.ts'
import { formatDate, formatNhsNumber } from '../../platform/words/format.ts'
import { isNhsNumber } from '../../platform/fields/nhsNumber.ts'
import type { PdsPerson } from './pds.ts'

/** What we have of a person, typed or stored. Empty and null both mean nothing. */
export interface Ours {
  nhsNumber?: string | null
  familyName?: string | null
  firstName?: string | null
  namePrefix?: number | string | null
  genderId?: number | string | null
  dateOfBirth?: string | null
  addressLine1?: string | null
  addressLine2?: string | null
  addressLine3?: string | null
  town?: string | null
  county?: string | null
  postcode?: string | null
  phoneHome?: string | null
  phoneWork?: string | null
  phoneMobile?: string | null
  email?: string | null
  registeredGP?: string | null
}

/** The names of what we have by id. */
export interface OurNames {
  namePrefix?: string | null
  gender?: string | null
  registeredGP?: string | null
}

type ById = 'namePrefix' | 'genderId'

/** The values of a save that accepts what PDS says. */
export type Accepted = Partial<Record<Exclude<keyof Ours, ById>, string> & Record<ById, number>>

export interface Compared {
  part: string
  label: string
  /** '' if we have nothing. */
  ours: string
  theirs: string
  isSame: boolean
  /** The day on which it ended, as PDS says. */
  endedOn: string | null
  /** Null if it cannot be accepted, such as a practice that is not in our list. */
  accept: Accepted | null
}

const text = (value: string | number | null | undefined): string => String(value ?? '').trim()
const folded = (value: string | null | undefined): string => foldName(text(value)).replaceAll(/\s+/g, ' ')
/** For postcodes and e-mail addresses. */
const squeezed = (value: string): string => value.replaceAll(/\s/g, '').toLowerCase()
/** A number begins with 0 or with the code of the country. */
const dialled = (value: string): string =>
  (/[\d+ ()-]+/.exec(value)?.[0] ?? '').replaceAll(/\D/g, '').replace(/^(00)?44/, '0')

const addressNames = ['addressLine1', 'addressLine2', 'addressLine3', 'town', 'county', 'postcode'] as const
type Address = Partial<Record<(typeof addressNames)[number], string | null>>
const addressWords = (address: Address): string =>
  addressNames
    .map((name) => text(address[name]))
    .filter((part) => part !== '')
    .join(', ')
/** The same lines in another order of boxes are the same address. */
const addressKey = (address: Address): string => squeezed(addressWords(address).replaceAll(/[,.']/g, ''))

/** What PDS says, beside ours. A part of which PDS says nothing is left out: absence changes nothing. */
export const comparePerson = (ours: Ours, names: OurNames, theirs: PdsPerson): Compared[] => {
  const rows: (Compared | null)[] = [
    row('nhsNumber', formatted(ours.nhsNumber), formatNhsNumber(theirs.nhsNumber), {
      isSame: text(ours.nhsNumber).replaceAll(/\D/g, '') === theirs.nhsNumber,
      accept: isNhsNumber(theirs.nhsNumber) ? { nhsNumber: theirs.nhsNumber } : null,
    }),
    row('familyName', text(ours.familyName), text(theirs.familyName), {
      isSame: folded(ours.familyName) === folded(theirs.familyName),
    }),
    row('firstName', text(ours.firstName), text(theirs.firstName), {
      isSame: folded(ours.firstName) === folded(theirs.firstName),
    }),
    theirs.isSensitive
      ? null
      : row('namePrefix', text(names.namePrefix), text(theirs.title), {
          isSame: folded(names.namePrefix) === folded(theirs.title),
          accept: theirs.namePrefix === null ? null : { namePrefix: theirs.namePrefix },
        }),
    row('genderId', text(names.gender), text(theirs.gender), {
      isSame: text(ours.genderId) === text(theirs.genderId),
      accept: theirs.genderId === null ? null : { genderId: theirs.genderId },
    }),
    row('dateOfBirth', dayWords(ours.dateOfBirth), dayWords(theirs.dateOfBirth), {
      isSame: text(ours.dateOfBirth) === text(theirs.dateOfBirth),
      accept: { dateOfBirth: text(theirs.dateOfBirth) },
    }),
    ...(theirs.isSensitive ? [] : whereabouts(ours, names, theirs)),
  ]
  return rows.filter((each) => each !== null)
}

const whereabouts = (ours: Ours, names: OurNames, theirs: PdsPerson): (Compared | null)[] => [
  theirs.address === null
    ? null
    : row('address', addressWords(ours), addressWords(theirs.address), {
        label: 'Address',
        isSame: addressKey(ours) === addressKey(theirs.address),
        endedOn: theirs.ended.address,
        accept: theirs.address,
      }),
  ...(['phoneHome', 'phoneWork', 'phoneMobile'] as const).map((name) =>
    row(name, text(ours[name]), text(theirs[name]), {
      isSame: dialled(text(ours[name])) === dialled(text(theirs[name])),
      endedOn: theirs.ended[name],
    }),
  ),
  row('email', text(ours.email), text(theirs.email), {
    isSame: squeezed(text(ours.email)) === squeezed(text(theirs.email)),
    endedOn: theirs.ended.email,
  }),
  theirs.practice === null
    ? null
    : row(
        'registeredGP',
        text(names.registeredGP ?? ours.registeredGP),
        theirs.practice.name ?? `${theirs.practice.code}, which is not in our list of practices`,
        {
          isSame: text(ours.registeredGP) === theirs.practice.code,
          endedOn: theirs.ended.registeredGP,
          accept: theirs.practice.name === null ? null : { registeredGP: theirs.practice.code },
        },
      ),
]

const formatted = (number: string | null | undefined): string => {
  const digits = text(number).replaceAll(/\D/g, '')
  return digits === '' ? '' : formatNhsNumber(digits)
}
const dayWords = (day: string | null | undefined): string => (text(day) === '' ? '' : formatDate(text(day)))

const row = (
  part: keyof Ours | 'address',
  ours: string,
  theirs: string,
  {
    label = labels.patient[part as keyof typeof labels.patient],
    isSame,
    endedOn = null,
    accept = { [part]: theirs },
  }: { label?: string; isSame: boolean; endedOn?: string | null | undefined; accept?: Accepted | null },
): Compared | null => (theirs === '' ? null : { part, label, ours, theirs, isSame, endedOn, accept })
