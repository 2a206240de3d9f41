import type { BankHolidayOn } from '../../../../../contract/platform/dates/bankHolidays.ts'
import type { IncomingState } from '../../../../../contract/exchange/incoming/source.ts'
import type { Received } from '../../inbox/receive.ts'
import type { Message } from '../message/message.ts'

/** A message that passed the checks of the standard, and who sent it. */
export interface Sent {
  message: Message
  clientId: number
  requestId: string
  receivedAt: number
  bankHolidayOn: BankHolidayOn
  by: Received['by']
}

/** What became of a message: which referral it is about. */
export interface Kept {
  id: number
  reference: string
  state: IncomingState
}
