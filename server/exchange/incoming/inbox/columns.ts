import { labels } from '../../../../contract/platform/words/labels.ts'
import { savedTable } from '../../../platform/writes/columns.ts'

/** What staff decide. What the sender said is stored once and never changed. */
export const incomingColumns = {
  state: 'state',
  askedWhat: 'asked_what',
  askedDate: 'asked_date',
  chaseDate: 'chase_date',
  answer: 'answer',
  declinedReferralId: 'declined_referral_id',
  declinedNote: 'declined_note',
  notice: 'notice',
} as const

export const incomingTable = savedTable({
  table: 'incoming_referral',
  entity: 'incomingReferral',
  columns: incomingColumns,
  labels: labels.incomingReferral,
})

export const letterTable = savedTable({
  table: 'incoming_letter',
  entity: 'incomingLetter',
  columns: { title: 'title', body: 'body', printedAt: 'printed_at' },
  labels: labels.incomingLetter,
})
