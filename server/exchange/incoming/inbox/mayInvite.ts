import { sql as raw, type Kysely } from 'kysely'
import { invitationWords, type Invitation } from '../../../../contract/exchange/incoming/incomingReferral.ts'
import { storedTold, type Told } from '../../../../contract/exchange/incoming/told.ts'
import { findLikelyPatients } from '../../../patients/patient/duplicates.ts'
import type { DB } from '../../../platform/db/types.ts'
import { HttpProblem } from '../../../platform/errors.ts'
import { soughtOf } from './matches.ts'

type Barrier = Extract<Invitation, 'optedOut' | 'died'>

/** Why nobody may write to this person or ring them, at all. */
const barrierTo = async (sql: Kysely<DB>, told: Told): Promise<Barrier | null> => {
  const { nhsNumber } = told.person
  const { rows } = await raw<{ isOut: boolean }>`
    select exists (select from case_finding_opt_out where nhs_number = ${nhsNumber}) as "isOut"`.execute(sql)
  if (rows[0]?.isOut === true) return 'optedOut'
  return (await isKnownToHaveDied(sql, told)) ? 'died' : null
}

/** Whether a registered patient died who has the number, or had it before PDS replaced it, or, where one of the two has none, is very like this person. */
const isKnownToHaveDied = async (sql: Kysely<DB>, { person }: Told): Promise<boolean> => {
  const likely = await findLikelyPatients(sql, soughtOf(person))
  const same = likely.filter(({ nhsNumber, dateOfBirth }) =>
    nhsNumber === null || person.nhsNumber === null
      ? dateOfBirth === person.dateOfBirth
      : nhsNumber === person.nhsNumber,
  )
  const { rows } = await raw<{ died: boolean }>`
    select exists (
      select from patient
      where is_active and (id = any(${same.map(({ id }) => id)}::bigint[])
          or id in (select patient_id from former_number where nhs_number = ${person.nhsNumber}))
        and (deceased_date is not null or exists (select from said_dead where patient_id = patient.id)
          or exists (select from pds_check where patient_id = patient.id and 'died' = any (kinds)))) as died`.execute(
    sql,
  )
  return rows[0]?.died === true
}

/** Whether a person of a case-finding list may be invited by letter. */
export const mayInvite = async (sql: Kysely<DB>, incomingId: number, told: Told): Promise<Invitation> => {
  const barrier = await barrierTo(sql, told)
  if (barrier !== null) return barrier
  const { rows } = await raw<{ isInvited: boolean }>`
    select exists (select from incoming_letter where incoming_referral_id = ${incomingId} and is_invitation and is_active) as "isInvited"`.execute(
    sql,
  )
  if (rows[0]?.isInvited === true) return 'invited'
  const { addressLine1, postcode } = told.person
  return addressLine1 == null || postcode == null ? 'noAddress' : 'may'
}

const refused = (code: Invitation): HttpProblem =>
  new HttpProblem(409, 'conflict', `${invitationWords(code)} Nothing was saved.`)

/** @throws HttpProblem if the person is not to be contacted, or died */
export const assertMayBeContacted = async (sql: Kysely<DB>, told: Told): Promise<void> => {
  const barrier = await barrierTo(sql, told)
  if (barrier !== null) throw refused(barrier)
}

/** @throws HttpProblem if no letter may go to the person */
export const assertMayInvite = async (sql: Kysely<DB>, incomingId: number, told: Told): Promise<void> => {
  const code = await mayInvite(sql, incomingId, told)
  if (code !== 'may') throw refused(code)
}

/** A letter that was written may wait for days before it is printed. */
export const assertStillInvited = async (sql: Kysely<DB>, told: unknown): Promise<void> => {
  await assertMayBeContacted(sql, storedTold.parse(told))
}
