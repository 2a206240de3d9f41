import type { Transaction } from 'kysely'
import type { BankHolidayOn } from '../../../../contract/platform/dates/bankHolidays.ts'
import { today } from '../../../../contract/platform/dates/dates.ts'
import { decideByOf } from '../../../../contract/exchange/incoming/decideBy.ts'
import type { Source } from '../../../../contract/exchange/incoming/source.ts'
import type { z } from 'zod'
import { assessEligibility, type Eligibility } from '../../../../contract/exchange/incoming/eligibility.ts'
import {
  storedTold,
  told as toldSchema,
  type TypedTold,
} from '../../../../contract/exchange/incoming/told.ts'
import type { AuditEvent } from '../../../platform/audit/auditTrail.ts'
import { newCode } from '../../../platform/crypto/codes.ts'
import type { DB } from '../../../platform/db/types.ts'
import { instantOf } from '../../../../contract/platform/words/format.ts'
import { appendEvent } from '../../../platform/writes/write.ts'

/** A referral from outside, as its source hands it over. */
export interface Received {
  source: Source
  /** Identifies the message at its source. A second message of this id changes nothing. */
  messageId: string
  /** Which version of it, where the source has versions. */
  sourceVersion?: string
  /** Milliseconds since the epoch: the moment from which the person waits. */
  receivedAt: number
  told: TypedTold
  bankHolidayOn: BankHolidayOn
  /** Who or what handed it over, for the audit trail. */
  by: Pick<AuditEvent, 'action' | 'userId' | 'sessionId' | 'role' | 'requestId' | 'address' | 'criteria'>
}

export interface Kept {
  id: number
  reference: string
  isNew: boolean
}

const newReference = (): string => `${newCode(4)}-${newCode(4)}`

/** What NG249 says of what was told. @param receivedAt milliseconds since the epoch */
export const eligibilityOf = (told: z.output<typeof toldSchema>, receivedAt: number): Eligibility =>
  assessEligibility(storedTold.parse(told), today(receivedAt)).eligibility

/**
 * Stores a referral in the inbox, with its row in the audit trail, in the caller's transaction. Whatever its source, it
 * is stored once: a repeat of its message id returns the first one.
 * @throws ZodError if `told` is not as the contract says, which each source checks before
 */
export const receiveReferral = async (sql: Transaction<DB>, received: Received): Promise<Kept> => {
  const { source, messageId, receivedAt, bankHolidayOn, by } = received
  const told = toldSchema.parse(received.told)
  const added = await sql
    .insertInto('incoming_referral')
    .values({
      reference: newReference(),
      source,
      message_id: messageId,
      source_version: received.sourceVersion ?? null,
      received_at: instantOf(receivedAt),
      decide_by: decideByOf(today(receivedAt), bankHolidayOn),
      told: JSON.stringify(told),
      eligibility: eligibilityOf(told, receivedAt),
      created_by: by.userId,
      updated_by: by.userId,
    })
    .onConflict((conflict) => conflict.columns(['source', 'message_id']).doNothing())
    .returning(['id', 'reference', 'version'])
    .executeTakeFirst()
  if (added === undefined) {
    const first = await sql
      .selectFrom('incoming_referral')
      .select(['id', 'reference'])
      .where('source', '=', source)
      .where('message_id', '=', messageId)
      .executeTakeFirstOrThrow()
    return { ...first, isNew: false }
  }
  await appendEvent(sql, {
    ...by,
    kind: 'write',
    status: 200,
    criteria: { ...by.criteria, source },
    records: [
      {
        entity: 'incomingReferral',
        id: added.id,
        version: added.version,
        before: null,
        after: { source, state: 'waiting' },
      },
    ],
  })
  return { id: added.id, reference: added.reference, isNew: true }
}
