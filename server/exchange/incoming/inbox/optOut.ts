import { sql as raw } from 'kysely'
import type { Source } from '../../../../contract/exchange/incoming/source.ts'
import type { Told } from '../../../../contract/exchange/incoming/told.ts'
import { HttpProblem } from '../../../platform/errors.ts'
import type { Writing } from '../../../platform/writes/write.ts'

interface Answered {
  incomingId: number
  source: Source
  told: Told
}

/**
 * Notes that a person must not be contacted because of any case-finding list, now or later. The number is kept for good,
 * because without it the next list would name the person again.
 */
export const noteOptOut = async (
  { sql, userId }: Writing,
  { incomingId, source, told }: Answered,
): Promise<void> => {
  if (source !== 'caseFinding')
    throw new HttpProblem(
      409,
      'conflict',
      'Only people of case-finding lists are noted as not to be contacted. Nothing was saved.',
    )
  await raw`
    update listed_person set is_opted_out = true, version = version + 1, updated_at = clock_timestamp(), updated_by = ${userId}
    where not is_opted_out and (incoming_referral_id = ${incomingId} or nhs_number = ${told.person.nhsNumber})`.execute(
    sql,
  )
  if (told.person.nhsNumber === null) return
  await sql
    .insertInto('case_finding_opt_out')
    .values({ nhs_number: told.person.nhsNumber, incoming_referral_id: incomingId, created_by: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Undoes it with the decision that noted it. What a list said, or an earlier decision, stays. */
export const takeOptOutBack = async ({ sql, userId }: Writing, incomingId: number): Promise<void> => {
  await raw`
    with gone as (delete from case_finding_opt_out where incoming_referral_id = ${incomingId} returning nhs_number)
    update listed_person set is_opted_out = false, version = version + 1, updated_at = clock_timestamp(), updated_by = ${userId}
    where is_opted_out and nhs_number in (select nhs_number from gone)`.execute(sql)
}
