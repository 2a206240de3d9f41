import type { TaskList } from 'graphile-worker'
import { mobileNumber } from '../../../../contract/care/appointments/reminder.ts'
import { told as toldSchema, type Told } from '../../../../contract/exchange/incoming/told.ts'
import type { Source } from '../../../../contract/exchange/incoming/source.ts'
import type { AccountsService } from '../../../accounts/settings/service.ts'
import { consumeRate, isRateSpent, type CallLimit } from '../../../accounts/throttle/rateCounter.ts'
import { readLetterhead } from '../../../care/letters/letterhead.ts'
import { sendOnce } from '../../../care/telling/messages/send.ts'
import { taskOf, type Job } from '../../../platform/db/jobs/jobs.ts'
import type { Courier } from '../../../platform/messages/couriers.ts'
import { receivedMail, receivedText } from '../../../platform/messages/texts.ts'

/* Tells the sender of the public form that the referral has arrived, at the address that they gave for answers. */

/** Nine attempts retry for more than an hour. */
export const acknowledge: Job<{ incomingReferralId: number }> = {
  name: 'acknowledgeReferral',
  attempts: 9,
}

const dayMs = 24 * 60 * 60_000
const kind = 'referral receipt'
/** Anybody can type in anybody's address, so that nobody receives more than these. */
const timesToOne = 3
/** Mails of this kind in a day to everybody together. Texts cost money: as many as all others (SMS_PER_DAY). */
const mailsADay = 500

/** The form asks who refers themselves for their own address, and everybody else for that of the sender. */
const answersTo = (
  source: Source,
  { person, sender }: Told,
): { email: string | null; mobile: string | null } => {
  const { email = null, telephone = null } = source === 'self' ? person : sender
  return { email, mobile: mobileNumber(telephone) }
}

export const acknowledgementTasks = ({ db, clock, accounts }: AccountsService, courier: Courier): TaskList =>
  taskOf(acknowledge, async ({ incomingReferralId }, key) => {
    const row = await db.sql
      .selectFrom('incoming_referral')
      .select(['reference', 'source', 'told'])
      .where('id', '=', incomingReferralId)
      .executeTakeFirst()
    if (row?.told == null) return
    const { email, mobile } = answersTo(row.source as Source, toldSchema.parse(row.told))
    const byMail = courier.mail !== null && email !== null
    const to = byMail ? email : courier.sms === null ? null : mobile
    if (to === null) return
    const limits: CallLimit[] = [
      { kind, key: to.toLowerCase(), times: timesToOne, withinMs: dayMs },
      byMail
        ? { kind, key: 'all mails', times: mailsADay, withinMs: dayMs }
        : { kind, key: 'all texts', times: accounts.smsPerDay, withinMs: dayMs },
    ]
    for (const limit of limits) if (await isRateSpent(db.pool, clock(), limit)) return
    const { serviceName, telephone } = await readLetterhead(db.sql)
    const said = { serviceName, telephone, reference: row.reference }
    await sendOnce(
      db.sql,
      clock,
      courier,
      { key, purpose: 'acknowledgement', channel: byMail ? 'mail' : 'text', about: { incomingReferralId } },
      { to, ...(byMail ? receivedMail(said) : { subject: '', text: receivedText(said) }) },
    )
    // Counted after it was sent: an attempt that failed must not use up those that follow.
    for (const limit of limits) await consumeRate(db.pool, clock(), limit)
  })
