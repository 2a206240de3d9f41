import { sql as raw, type Kysely } from 'kysely'
import {
  notSentCodes,
  type NotSentCounts,
  type NotSentReason,
} from '../../../contract/exchange/caseFinding/caseFinding.ts'
import type { Told } from '../../../contract/exchange/incoming/told.ts'
import { foldName } from '../../../contract/platform/words/fold.ts'
import { instantOf } from '../../../contract/platform/words/format.ts'
import type { DB } from '../../platform/db/types.ts'

/** A service that said no, or a person who did, is not asked about again for this long. */
const declinedForDays = 365
const dayMs = 24 * 60 * 60_000

/** Somebody on a list, as far as it tells who they are. */
export interface Somebody {
  told: Pick<Told, 'person'>
  isOptedOut: boolean
}

/**
 * Why each of these people is not sent to triage: the first reason, or null. A registered patient is meant who has the
 * NHS number, or had it before PDS replaced it, or, where one of the two has none, the same names and date of birth. One
 * statement, whatever their number.
 * @param now milliseconds since the epoch
 */
export const whyNotSent = async (
  sql: Kysely<DB>,
  people: readonly Somebody[],
  now: number,
): Promise<(NotSentReason | null)[]> => {
  if (people.length === 0) return []
  const sought = people.map(({ told: { person }, isOptedOut }, place) => ({
    place,
    number: person.nhsNumber,
    family: foldName(person.familyName),
    first: foldName(person.firstName ?? ''),
    family_name: person.familyName.toLowerCase(),
    first_name: (person.firstName ?? '').toLowerCase(),
    born: person.dateOfBirth ?? null,
    opted: isOptedOut,
  }))
  const { rows } = await raw<{ place: number; reason: NotSentReason }>`
    with sought as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(sought)}::jsonb) as each (place integer, number text, family text, first text,
        family_name text, first_name text, born date, opted boolean)
    ), registered as materialized (
      select sought.place, patient.id, patient.deceased_date, patient.consent_refused_date
      from sought join patient on patient.is_active and patient.nhs_number = sought.number
      union
      select sought.place, patient.id, patient.deceased_date, patient.consent_refused_date
      from sought join former_number on former_number.nhs_number = sought.number
        join patient on patient.is_active and patient.id = former_number.patient_id
      union
      select sought.place, patient.id, patient.deceased_date, patient.consent_refused_date
      from sought join patient on patient.is_active and patient.date_of_birth = sought.born
        and patient.family_name_key = sought.family and patient.first_name_key = sought.first
        and (sought.number is null or patient.nhs_number is null)
    ), incoming as materialized (
      select state, decided_at, nhs_number, lower(told #>> '{person,familyName}') as family_name,
        lower(coalesce(told #>> '{person,firstName}', '')) as first_name, told #>> '{person,dateOfBirth}' as born
      from incoming_referral
      where told is not null and (state in ('waiting', 'asked') or state = 'declined' and decided_at >= ${instantOf(now - declinedForDays * dayMs)})
    ), named as (
      select sought.place, incoming.state from sought join incoming on incoming.nhs_number = sought.number
      union all
      select sought.place, incoming.state from sought join incoming
        on incoming.born = sought.born::text and incoming.family_name = sought.family_name and incoming.first_name = sought.first_name
        and (sought.number is null or incoming.nhs_number is null)
    ), reason as (
      select place, 'died' as reason from registered
      where deceased_date is not null or exists (select from said_dead where patient_id = registered.id)
        or exists (select from pds_check where patient_id = registered.id and 'died' = any (kinds))
      union all
      select place, 'optedOut' from sought
      where opted or exists (select from case_finding_opt_out as out where out.nhs_number = sought.number)
      union all
      select place, 'openReferral' from registered where exists (select from work_list where patient_id = registered.id)
      union all
      select place, 'inInbox' from named where state in ('waiting', 'asked')
      union all
      select place, 'declined' from named where state = 'declined'
      union all
      -- What was said of a declined referral is removed after 90 days; its place on a list still names the person.
      select sought.place, 'declined' from sought join listed_person as earlier on earlier.nhs_number = sought.number
        join incoming_referral as decided on decided.id = earlier.incoming_referral_id
      where decided.state = 'declined' and decided.decided_at >= ${instantOf(now - declinedForDays * dayMs)}
      union all
      select place, 'declined' from registered where consent_refused_date is not null
    )
    select place, (array_agg(reason order by array_position(${notSentCodes}::text[], reason)))[1] as reason
    from reason group by place`.execute(sql)
  const reasons = new Map(rows.map(({ place, reason }) => [place, reason]))
  return people.map((_, place) => reasons.get(place) ?? null)
}

/** How many are not sent, by reason. */
export const countReasons = (reasons: readonly (NotSentReason | null)[]): NotSentCounts => {
  const counts: NotSentCounts = { died: 0, optedOut: 0, openReferral: 0, inInbox: 0, declined: 0 }
  for (const reason of reasons) if (reason !== null) counts[reason] += 1
  return counts
}
