import { randomUUID } from 'node:crypto'
import { addDays } from '../../../contract/platform/dates/dates.ts'
import type { Source } from '../../../contract/exchange/incoming/source.ts'
import type { TypedTold } from '../../../contract/exchange/incoming/told.ts'
import { transact } from '../../platform/db/connection/transact.ts'
import type { TestService } from '../../testing/process/service.ts'
import { nextNhsNumber } from '../../testing/world/factories.ts'
import { receiveReferral, type Kept } from '../incoming/inbox/receive.ts'

let people = 0

interface Changes {
  person?: Partial<TypedTold['person']>
  sender?: Partial<TypedTold['sender']>
  answers?: Partial<TypedTold['answers']>
  rest?: Partial<Omit<TypedTold, 'person' | 'sender' | 'answers'>>
}

/** What a daughter writes about her mother, who is not registered. */
export const toldOf = ({ person, sender, answers, rest }: Changes = {}): TypedTold => {
  people += 1
  return {
    person: {
      familyName: `${letters(people)}tranter`,
      firstName: 'Winifred',
      dateOfBirth: addDays('1931-03-04', (people * 97) % 5000),
      nhsNumber: nextNhsNumber(),
      gender: 'female',
      addressLine1: `${people} Invented Lane`,
      town: 'Sampletown',
      postcode: `ZZ${people % 90} 1AA`,
      telephone: `01632 96${String(people).padStart(4, '0')}`,
      gpPractice: 'Willow Lane Surgery',
      ...person,
    },
    sender: {
      name: 'Carol Tranter',
      role: 'Daughter',
      telephone: '07700 900 311',
      email: 'carol.tranter@example.org',
      ...sender,
    },
    answers: { falls: 'more', injured: 'no', blackout: 'no', ...answers },
    consent: 'yes',
    reason: 'She fell twice in the kitchen and is afraid to go out.',
    redFlags: [],
    ...rest,
  }
}

/** Far enough apart not to look like one name. */
const letters = (n: number): string =>
  [...String(n * 7919)].map((digit) => 'qwrtzpsdfg'[Number(digit)] ?? 'x').join('')

/** A referral in the inbox. */
export const anIncoming = (
  { db, parts }: Pick<TestService, 'db' | 'parts'>,
  {
    source = 'relative',
    messageId = randomUUID(),
    receivedAt = Date.now(),
    told: sent = toldOf(),
  }: { source?: Source; messageId?: string; receivedAt?: number; told?: TypedTold } = {},
): Promise<Kept> =>
  transact(db.sql, (sql) =>
    receiveReferral(sql, {
      ...{ source, messageId, receivedAt, told: sent },
      bankHolidayOn: parts.bankHolidayOn,
      by: {
        action: 'POST /refer',
        userId: null,
        sessionId: null,
        role: null,
        requestId: randomUUID(),
        address: null,
      },
    }),
  )
