import type { Told, TypedTold } from '../../../../contract/exchange/incoming/told.ts'
import { digitsOf, isNhsNumber } from '../../../../contract/platform/fields/nhsNumber.ts'
import type { Kysely } from 'kysely'
import type { DB } from '../../../platform/db/types.ts'
import { transact } from '../../../platform/db/connection/transact.ts'
import { fitted } from '../bars/told/told.ts'
import { millisecondsOf } from '../../fhir/mapping/instants.ts'
import { receiveReferral, type Kept, type Received } from '../inbox/receive.ts'
import { partOf, partsOf, shortened, textOf, wordsOf, type Part } from '../parts.ts'
import type { ExchangeService } from '../../settings/settings.ts'
import { mayComeAgain, readKnown, versionOf } from './again.ts'
import type { ErsReferral } from './shapes/referral.ts'

/** In FHIR R4, and in the list. */
const urgentPriorities = ['urgent', 'asap', 'stat', 'two_week_wait']

/** What a referral of e-RS says. It names the person by number alone: staff look the person up. */
const toldOf = ({ ubrn, nhsNumber, priority, service, body }: ErsReferral): Told => {
  const digits = nhsNumber === null ? null : digitsOf(nhsNumber)
  const isValid = digits !== null && isNhsNumber(digits)
  const subject = partOf(body['subject'])
  return fitted({
    person: {
      familyName: shortened(textOf(subject['display']) ?? 'Unknown', 35),
      ...(isValid ? { nhsNumber: digits } : {}),
      ...(nhsNumber !== null && !isValid ? { nhsNumberAsTold: shortened(nhsNumber, 40) } : {}),
    },
    sender: senderOf(body),
    answers: {},
    redFlags: [],
    reason: reasonOf(body, service),
    urgency: priority !== null && urgentPriorities.includes(priority.toLowerCase()) ? 'urgent' : null,
    ubrn,
  })
}

const senderOf = (body: Part): TypedTold['sender'] => {
  const requester = partOf(body['requester'])
  const name = textOf(requester['display'])
  return name === null ? {} : { organisation: shortened(name, 200) }
}

const reasonOf = (body: Part, service: string | null): string | null => {
  const lines = [
    ...(service === null ? [] : [`Sent to: ${service}.`]),
    ...partsOf(body['reasonCode']).flatMap((each) => wordsOf(each) ?? []),
    ...partsOf(body['note']).flatMap(({ text }) => textOf(text) ?? []),
    'The person and the clinical information are in the e-Referral Service under this UBRN.',
  ]
  return shortened(lines.join('\n'), 2000)
}

/**
 * A referral of e-RS as it goes into the inbox: once for each UBRN, and again if it was declined and the referrer sent
 * it again.
 */
export const receivedFrom = async (
  sql: Kysely<DB>,
  referral: ErsReferral,
  given: Pick<Received, 'receivedAt' | 'bankHolidayOn' | 'by'>,
): Promise<Received> => {
  const { ubrn } = referral
  const sourceVersion = versionOf(referral, given.receivedAt)
  const [known] = await readKnown(sql, [ubrn])
  const isAgain = known !== undefined && mayComeAgain(known) && known.version !== sourceVersion
  return {
    ...given,
    source: 'ers',
    messageId: isAgain ? `${ubrn}/${sourceVersion}` : (known?.messageId ?? ubrn),
    sourceVersion,
    told: toldOf(referral),
    receivedAt: sentAt(referral, given.receivedAt, isAgain ? millisecondsOf(known.decidedAt ?? '') : 0),
  }
}

/**
 * The person waits since the referral was made there, however late it is fetched. One that was sent again may have its
 * first date: it waits since it is here again.
 */
const sentAt = ({ authoredOn }: ErsReferral, now: number, declinedAt: number): number => {
  const at = millisecondsOf(authoredOn ?? '')
  return Number.isNaN(at) || at > now || at < declinedAt ? now : at
}

export const takeReferral = (
  { db, clock, bankHolidayOn }: ExchangeService,
  referral: ErsReferral,
  by: Received['by'],
): Promise<Kept> =>
  transact(db.sql, async (sql) =>
    receiveReferral(sql, await receivedFrom(sql, referral, { receivedAt: clock(), bankHolidayOn, by })),
  )
