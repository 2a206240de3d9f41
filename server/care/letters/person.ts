import { sql as raw, type Kysely } from 'kysely'
import { formatLongDate, formatNhsNumber } from '../../../contract/platform/words/format.ts'
import type { FlagFacts } from '../../../contract/patients/flags/chips.ts'
import type { LetterFrame } from '../../../contract/care/letters/letter.ts'
import {
  concernsOf,
  patientHasDied,
  sizeFor,
  type LetterRecipient,
} from '../../../contract/care/letters/recipients.ts'
import type { DB } from '../../platform/db/types.ts'
import { flagFacts } from '../../patients/flags/read.ts'
import { changedSince, type LetterAppointment } from './appointment.ts'

/** The facts about a referral's patient that decide who receives a letter, and whether it may be sent. */
export interface LetterPerson {
  pathwayId: number
  patientId: number
  familyName: string
  firstName: string | null
  namePrefix: string | null
  dateOfBirth: string | null
  nhsNumber: string | null
  address: readonly (string | null)[]
  gp: { id: string; name: string; isActive: boolean; address: readonly (string | null)[] } | null
  isDischarged: boolean
  flags: FlagFacts
  /** The address must not be disclosed. */
  isAtRisk: boolean
  /** What the nightly check found to differ in PDS, and nobody has looked at since. */
  differsInPds: readonly string[]
}

const addressOf = (of: string) =>
  raw`jsonb_build_array(${raw.raw(
    ['address_line1', 'address_line2', 'address_line3', 'town', 'county', 'postcode']
      .map((column) => `${of}.${column}`)
      .join(', '),
  )})`

/**
 * The patients of those referrals that still exist. A removed referral, or one whose patient was removed, has no
 * letters.
 */
export const readPersons = async (
  sql: Kysely<DB>,
  pathwayIds: readonly number[],
): Promise<ReadonlyMap<number, LetterPerson>> => {
  const { rows } = await raw<LetterPerson>`
    select pathway.id as "pathwayId", patient.id as "patientId", patient.family_name as "familyName",
      patient.first_name as "firstName", name_prefix.name as "namePrefix", patient.date_of_birth as "dateOfBirth",
      patient.nhs_number as "nhsNumber", ${addressOf('patient')} as address,
      case when gp.id is not null then jsonb_build_object('id', gp.id, 'name', gp.name, 'isActive', gp.is_active,
        'address', case when branch.id is null then ${addressOf('gp')}
          else jsonb_build_array(branch.name) || ${addressOf('branch')} end) end as gp,
      pathway.discharge_date is not null as "isDischarged", ${flagFacts('patient')} as flags,
      exists (select from patient_restriction as restriction
        where restriction.patient_id = patient.id and restriction.ended_at is null
          and restriction.kind = 'safety') or coalesce('sensitive' = any(pds_check.kinds), false) as "isAtRisk",
      coalesce(pds_check.kinds, '{}') as "differsInPds"
    from pathway
    join patient on patient.id = pathway.patient_id and patient.is_active
    left join pds_check on pds_check.patient_id = patient.id
    left join name_prefix on name_prefix.id = patient.name_prefix_id
    left join organisation as gp on gp.id = patient.registered_gp
    left join organisation as branch on branch.id = patient.registered_gp_branch
    where pathway.id = any(${[...new Set(pathwayIds)]}::bigint[]) and pathway.is_active`.execute(sql)
  return new Map(rows.map((row) => [row.pathwayId, row]))
}

const present = (lines: readonly (string | null)[]): string[] =>
  lines.flatMap((line) => (line === null || line === '' ? [] : line))

/** 'Mrs Edna Ashworth', as on an envelope. */
export const fullName = ({ namePrefix, firstName, familyName }: LetterPerson): string =>
  present([namePrefix, firstName, familyName]).join(' ')

/** 'Mrs Ashworth'; 'Edna Ashworth' if no title is known. */
export const greetingName = ({ namePrefix, firstName, familyName }: LetterPerson): string =>
  present([namePrefix ?? firstName, familyName]).join(' ')

/** Spaced as on other NHS letters, with non-breaking spaces to keep it on one line. */
export const spacedNhsNumber = (digits: string | null): string =>
  formatNhsNumber(digits).replaceAll('-', '\u00a0')

/** Where a letter goes and how it looks, without its text, date and letterhead. */
export type Addressed = Pick<LetterFrame, 'to' | 'about' | 'size'> & {
  identity: string
  organisationId: string | null
  /** Why such a letter cannot be sent; null if it can. */
  refusal: string | null
  concerns: string[]
}

export const addressed = (recipient: LetterRecipient, person: LetterPerson): Addressed => {
  const { gp, flags, isAtRisk, dateOfBirth, nhsNumber } = person
  const name = fullName(person)
  const home = present(person.address)
  const number = `NHS number ${spacedNhsNumber(nhsNumber)}`
  const shared = {
    size: sizeFor(recipient, flags),
    identity: `${name}, ${number}`,
    concerns: concernsOf(recipient, flags, person),
  }
  if (recipient === 'patient')
    return {
      ...shared,
      to: [name, ...home],
      about: [number],
      organisationId: null,
      refusal: patientHasDied(flags)
        ? 'This patient has died, so no letter to the patient can be sent. Write to the GP practice instead.'
        : home.length === 0
          ? 'The patient has no address. Record it first.'
          : null,
    }
  return {
    ...shared,
    to: gp === null ? [] : [gp.name, ...present(gp.address)],
    about: [
      name,
      ...(dateOfBirth === null ? [] : [`Born ${formatLongDate(dateOfBirth)}`]),
      number,
      ...(isAtRisk || home.length === 0 ? [] : [home.join(', ')]),
    ],
    concerns: [
      ...shared.concerns,
      ...(gp?.isActive === false ? ['This practice is no longer in use in the list of organisations.'] : []),
    ],
    organisationId: gp?.id ?? null,
    refusal: gp === null ? 'The patient has no registered GP practice. Record it first.' : null,
  }
}

/** The parts of a signed letter that decide whether it may still be sent. */
export interface Sendable {
  recipient: LetterRecipient
  /** The practice; null for the patient. */
  organisationId: string | null
  frame: LetterFrame
  concerns: readonly string[]
  isCorrected: boolean
  isDeleted: boolean
  appointment: LetterAppointment | null
  appointmentNow: LetterAppointment | null
}

/** Why a signed letter can no longer be sent, as a sentence; null if it can. */
export const heldBecause = (
  {
    recipient,
    organisationId,
    frame,
    concerns,
    isCorrected,
    isDeleted,
    appointment,
    appointmentNow,
  }: Sendable,
  person: LetterPerson | undefined,
): string | null => {
  if (isCorrected) return 'Another letter replaces it.'
  if (isDeleted) return 'Its document was deleted.'
  if (person === undefined) return 'The referral no longer exists.'
  const now = addressed(recipient, person)
  if (now.refusal !== null) return now.refusal
  const isSame = (was: readonly string[], is: readonly string[]): boolean => was.join('\n') === is.join('\n')
  if (!isSame(frame.to, now.to) || !isSame(frame.about, now.about))
    return 'A name, number or address in it has changed since it was signed. Write a correction.'
  // Two practices in one house can have one name, and letters that are mailed or sent by MESH go by its code.
  if (organisationId !== now.organisationId)
    return 'The patient has another GP practice than when it was signed. Write a correction.'
  if (frame.size !== now.size) return 'The patient now needs another size of print. Write a correction.'
  const changed = changedSince(appointment, appointmentNow)
  if (changed !== null) return changed
  const [since] = now.concerns.filter((concern) => !concerns.includes(concern))
  return since === undefined
    ? null
    : `${since} This was not known when the letter was signed. Write a correction if the letter should still be sent.`
}
