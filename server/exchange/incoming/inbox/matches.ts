import { sql as raw, type Kysely } from 'kysely'
import type { IncomingMatch } from '../../../../contract/exchange/incoming/incomingReferral.ts'
import type { ToldPerson } from '../../../../contract/exchange/incoming/told.ts'
import type { Sought } from '../../../patients/patient/candidates.ts'
import { countLikely, findLikely } from '../../../patients/patient/duplicates.ts'
import type { Reader } from '../../../patients/flags/withheld.ts'
import type { DB } from '../../../platform/db/types.ts'

export const soughtOf = (person: ToldPerson): Sought => ({
  familyName: person.familyName,
  firstName: person.firstName ?? null,
  formerNames: [],
  dateOfBirth: person.dateOfBirth ?? null,
  addressLine1: person.addressLine1 ?? null,
  postcode: person.postcode ?? null,
  telephones: [person.telephone ?? null, person.otherTelephone ?? null],
  nhsNumber: person.nhsNumber,
})

/** How many registered patients may be each person, by the rules that registering asks (decision 73). */
export const countMatches = (sql: Kysely<DB>, people: readonly ToldPerson[]): Promise<number[]> =>
  countLikely(sql, people.map(soughtOf))

/** The registered patients who may be this person, with what decides whether a new referral is wanted. */
export const readMatches = async (
  sql: Kysely<DB>,
  person: ToldPerson,
  reader: Reader,
): Promise<IncomingMatch[]> => {
  const likely = await findLikely(sql, soughtOf(person), reader)
  if (likely.length === 0) return []
  const { rows } = await raw<{ id: number; openReferrals: number; isDeceased: boolean }>`
    select patient.id, (select count(*) from work_list where patient_id = patient.id) as "openReferrals",
      patient.deceased_date is not null or exists (select from said_dead where patient_id = patient.id) as "isDeceased"
    from patient where id = any(${likely.map(({ id }) => id)}::bigint[])`.execute(sql)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return likely.map((one) => ({
    ...one,
    openReferrals: byId.get(one.id)?.openReferrals ?? 0,
    isDeceased: byId.get(one.id)?.isDeceased ?? false,
  }))
}
