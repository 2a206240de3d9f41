import { sql as raw, type Kysely } from 'kysely'
import type { IncomingView } from '../../../../contract/exchange/incoming/incomingReferral.ts'
import type { Source } from '../../../../contract/exchange/incoming/source.ts'
import type { Told, ToldPerson } from '../../../../contract/exchange/incoming/told.ts'
import { findPractices } from '../../../patients/patient/gp.ts'
import type { DB } from '../../../platform/db/types.ts'

/** The national code (NHS Data Dictionary: person stated gender) of what the sender said. */
const genderCodes: Record<NonNullable<ToldPerson['gender']>, string> = {
  female: '2',
  male: '1',
  other: '9',
  unknown: 'X',
}

/**
 * Names in the lists that a new service begins with. They are only used until somebody has accepted a referral from
 * the source: what was chosen then is offered again.
 */
const firstChoices: Record<Source, { referrer: string | null; method: string }> = {
  self: { referrer: 'Self', method: 'Self-referral' },
  relative: { referrer: 'Family or friend', method: 'Online form' },
  professional: { referrer: null, method: 'Online form' },
  ers: { referrer: 'GP', method: 'NHS e-Referral Service (e-RS)' },
  bars: { referrer: 'Ambulance service', method: 'Ambulance electronic referral' },
  caseFinding: { referrer: 'GP', method: 'Electronic from clinical system' },
}

const mostPractices = 5

/** What the form for accepting begins with, so that nothing that was said is typed again. */
export const suggest = async (
  sql: Kysely<DB>,
  source: Source,
  told: Told,
): Promise<IncomingView['suggested']> => {
  const { person, sender } = told
  const first = firstChoices[source]
  const { rows } = await raw<Omit<IncomingView['suggested'], 'practices'>>`
    with last as (
      select pathway.referrer_id, pathway.referral_method_id
      from incoming_referral join pathway on pathway.id = incoming_referral.pathway_id
      where incoming_referral.source = ${source}
        and incoming_referral.told #>> '{sender,role}' is not distinct from ${sender.role ?? null}
      order by incoming_referral.decided_at desc limit 1)
    select
      (select id from gender where is_active and code = ${person.gender == null ? null : genderCodes[person.gender]}
        order by sort_order, id limit 1) as "genderId",
      (select id from referrer where is_active and (id = (select referrer_id from last)
          or lower(name) in (lower(${first.referrer}::text), lower(${sender.role ?? null}::text)))
        order by id is distinct from (select referrer_id from last), lower(name) is distinct from lower(${sender.role ?? null}::text)
        limit 1) as "referrerId",
      (select id from method where is_active and (id = (select referral_method_id from last) or name = ${first.method})
        order by id is distinct from (select referral_method_id from last) limit 1) as "referralMethodId"`.execute(
    sql,
  )
  const choices = rows[0] ?? { genderId: null, referrerId: null, referralMethodId: null }
  return { ...choices, practices: await practicesOf(sql, person) }
}

/** Practices that the sender may have meant: by code, or by the words of the name from its beginning. */
const practicesOf = async (
  sql: Kysely<DB>,
  { gpCode, gpPractice }: ToldPerson,
): Promise<IncomingView['suggested']['practices']> => {
  if (gpCode != null) {
    const { rows } = await raw<{ id: string; name: string; postcode: string | null }>`
      select id, name, postcode from organisation where id = ${gpCode} and is_active and type = 'GP Practices'`.execute(
      sql,
    )
    if (rows.length > 0) return rows
  }
  const words = (gpPractice ?? '').split(/[\s,]+/).filter((word) => word.length > 1)
  // The whole name first; then without what people add to it, such as a town.
  for (const some of [words, words.slice(0, 2), words.slice(0, 1)]) {
    if (some.length === 0) continue
    const found = await findPractices(sql, some.join(' '))
    const practices = found.filter(({ branch }) => branch === null).map(({ gp }) => gp)
    if (practices.length > 0) return practices.slice(0, mostPractices)
  }
  return []
}
