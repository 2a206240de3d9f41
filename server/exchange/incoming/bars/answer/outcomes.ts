import { sql as raw, type Kysely } from 'kysely'
import { formatDate } from '../../../../../contract/platform/words/format.ts'
import { transact } from '../../../../platform/db/connection/transact.ts'
import type { DB } from '../../../../platform/db/types.ts'
import { queueAnswer, type Says } from '../../answers/tellSender.ts'

interface Ended {
  incomingId: number
  assessedDate: string | null
  dischargeDate: string | null
  dischargeReason: string | null
  cancelDate: string | null
  cancelReason: string | null
  deceasedDate: string | null
  /** Nothing but the end may be said of this person. */
  isWithheld: boolean
}

/**
 * Queues what came of referrals that were accepted: at the first assessment, or when the referral ends. Once for each
 * referral. @returns how many were queued
 */
export const queueOutcomes = async (sql: Kysely<DB>): Promise<number> => {
  const { rows } = await findOutcomes(sql)
  let queued = 0
  for (const found of rows) {
    const says = saysOf(found)
    if (says === null) continue
    await transact(sql, async (transaction) => {
      await transaction
        .selectFrom('incoming_referral')
        .select('id')
        .where('id', '=', found.incomingId)
        .forUpdate()
        .executeTakeFirstOrThrow()
      const before = await transaction
        .selectFrom('sender_answer')
        .select('id')
        .where('incoming_referral_id', '=', found.incomingId)
        .where('kind', '=', 'full')
        .where('state', '<>', 'dropped')
        .executeTakeFirst()
      if (before !== undefined) return
      await queueAnswer(transaction, { incomingId: found.incomingId, kind: 'full', says, userId: null })
      queued += 1
    })
  }
  return queued
}

const findOutcomes = (sql: Kysely<DB>) =>
  raw<Ended>`
    select incoming.id as "incomingId", assessed.day as "assessedDate", pathway.discharge_date as "dischargeDate",
      discharge_reason.name as "dischargeReason", pathway.cancel_referral_date as "cancelDate",
      declined_referral.name as "cancelReason", patient.deceased_date as "deceasedDate",
      patient.consent_refused_date is not null or pathway.consent_given is false or exists (
        select from patient_restriction as restriction
        where restriction.patient_id = patient.id and restriction.ended_at is null) as "isWithheld"
    from incoming_referral as incoming
    join pathway on pathway.id = incoming.pathway_id
    join patient on patient.id = pathway.patient_id
    left join discharge_reason on discharge_reason.id = pathway.discharge_reason_id
    left join declined_referral on declined_referral.id = pathway.declined_referral_id
    cross join lateral (
      select min(frat.assessment_date) as day from frat where frat.pathway_id = pathway.id and frat.is_active) as assessed
    where incoming.source = 'bars' and incoming.state = 'accepted' and pathway.is_active
      and exists (select from sender_answer as told
        where told.incoming_referral_id = incoming.id and told.kind = 'interim' and told.state = 'sent')
      and not exists (select from sender_answer as told
        where told.incoming_referral_id = incoming.id and told.kind = 'full' and told.state <> 'dropped')
      and (assessed.day is not null or pathway.discharge_date is not null or pathway.cancel_referral_date is not null)
    order by incoming.id limit 200`.execute(sql)

const saysOf = (found: Ended): Says | null => {
  const { assessedDate, dischargeDate, cancelDate, isWithheld } = found
  const closed = dischargeDate ?? cancelDate
  if (isWithheld)
    return closed === null
      ? null
      : { outcome: 'ended', words: `The referral ended on ${formatDate(closed)}.`, by: null }
  const sentences = [
    ...(assessedDate === null ? [] : [`Assessed for falls on ${formatDate(assessedDate)}.`]),
    ...(closed === null ? [] : [endOf(found, closed)]),
  ]
  return { outcome: closed === null ? 'assessed' : 'ended', words: sentences.join(' '), by: null }
}

const endOf = ({ dischargeDate, dischargeReason, cancelReason }: Ended, closed: string): string => {
  const how = dischargeDate === null ? 'The referral was closed' : 'Discharged'
  const reason = dischargeDate === null ? cancelReason : dischargeReason
  return `${how} on ${formatDate(closed)}${reason === null ? '' : `: ${reason}`}.`
}
