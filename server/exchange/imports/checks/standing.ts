import { sql as raw, type Transaction } from 'kysely'
import type { DB } from '../../../platform/db/types.ts'
import { isWithheld, type Reader } from '../../../patients/flags/withheld.ts'
import type { Life } from '../../../stages/lock.ts'

/** The recorded facts of a patient that the rules of referrals and records need. */
export interface PatientStanding extends Life {
  isActive: boolean
  /** Restricted, and not open to the importing user (decision 81). */
  isWithheld: boolean
  /** A record says so, with or without a date. */
  hasDied: boolean
  openReferrals: number
  hasNextOfKin: boolean
}

export const standingOfNew = (birth: string | null, death: string | null): PatientStanding => ({
  ...{ birth, death, isActive: true, isWithheld: false },
  ...{ hasDied: death !== null, openReferrals: 0, hasNextOfKin: false },
})

/**
 * Existing patients, locked so that nobody changes them meanwhile. A separate statement reads them after the lock, so
 * that it sees what was stored while it waited. The lock does not block rows that reference the patient: adding a
 * record to a referral need not wait.
 */
export const readPatients = async (
  sql: Transaction<DB>,
  ids: readonly number[],
  reader: Reader,
): Promise<Map<number, PatientStanding>> => {
  if (ids.length === 0) return new Map()
  await raw`select from patient where id = any(${ids}::bigint[]) order by id for no key update`.execute(sql)
  const { rows } = await raw<PatientStanding & { id: number }>`
    select id, is_active as "isActive", ${isWithheld('patient', reader)} as "isWithheld",
      date_of_birth as birth, deceased_date as death,
      deceased_date is not null or exists (select from said_dead where said_dead.patient_id = patient.id) as "hasDied",
      (select count(*) from work_list where work_list.patient_id = patient.id) as "openReferrals",
      exists (select from next_of_kin where next_of_kin.patient_id = patient.id and is_active) as "hasNextOfKin"
    from patient where id = any(${ids}::bigint[])`.execute(sql)
  return new Map(rows.map(({ id, ...standing }) => [id, standing]))
}

/** Those of the UBRNs that an open referral has. A statement of their own, because few files have any. */
export const readOpenUbrns = async (sql: Transaction<DB>, ubrns: readonly string[]): Promise<Set<string>> => {
  if (ubrns.length === 0) return new Set()
  const { rows } = await raw<{ ubrn: string }>`
    select pathway.ubrn from pathway join work_list on work_list.pathway_id = pathway.id
    where pathway.ubrn = any(${ubrns}::text[])`.execute(sql)
  return new Set(rows.map(({ ubrn }) => ubrn))
}

export interface PathwayStanding {
  patientId: number
  is_active: boolean
  cancel_referral_date: string | null
  discharge_date: string | null
  hasNoPlanDecision: boolean
}

/** The patients to whom the referrals belong now, before anything is locked. */
export const patientsOfPathways = async (
  sql: Transaction<DB>,
  ids: readonly number[],
): Promise<Map<number, number>> => {
  if (ids.length === 0) return new Map()
  const { rows } = await raw<{ id: number; patientId: number }>`
    select id, patient_id as "patientId" from pathway where id = any(${ids}::bigint[])`.execute(sql)
  return new Map(rows.map(({ id, patientId }) => [id, patientId]))
}

/** Existing referrals, locked after their patients, as in every call. */
export const readPathways = async (
  sql: Transaction<DB>,
  ids: readonly number[],
): Promise<Map<number, PathwayStanding>> => {
  if (ids.length === 0) return new Map()
  await raw`select from pathway where id = any(${ids}::bigint[]) order by id for update`.execute(sql)
  const { rows } = await raw<PathwayStanding & { id: number }>`
    select id, patient_id as "patientId", is_active, cancel_referral_date, discharge_date,
      exists (select from no_plan_decision where pathway_id = pathway.id and no_plan_decision.is_active) as "hasNoPlanDecision"
    from pathway where id = any(${ids}::bigint[])`.execute(sql)
  return new Map(rows.map(({ id, ...standing }) => [id, standing]))
}

export interface PlanStanding {
  pathwayId: number
  isActive: boolean
}

/** Existing exercise plans, whose referrals are locked. */
export const readPlans = async (
  sql: Transaction<DB>,
  ids: readonly number[],
): Promise<Map<number, PlanStanding>> => {
  if (ids.length === 0) return new Map()
  const { rows } = await raw<PlanStanding & { id: number }>`
    select id, pathway_id as "pathwayId", is_active as "isActive" from exercise where id = any(${ids}::bigint[])`.execute(
    sql,
  )
  return new Map(rows.map(({ id, ...standing }) => [id, standing]))
}
