import { sql as raw, type Kysely } from 'kysely'
import { transact } from '../../platform/db/connection/transact.ts'
import type { DB } from '../../platform/db/types.ts'

export interface OwnerProblem {
  /** Null for a problem with a red flag, which the text names. */
  pathwayId: number | null
  problem: string
}

/**
 * Checks that every open referral has exactly one owner who can act or is in Unowned, that no closed referral has
 * either, and that every open red flag has an owner or is in Unowned. Compares the views behind the lists with the rows
 * from which they are made.
 */
export const verifyOwners = (
  sql: Kysely<DB>,
): Promise<{ open: number; redFlags: number; problems: OwnerProblem[] }> =>
  transact(
    sql,
    async (snapshot) => {
      const { rows: listed } = await raw<{ pathwayId: number; ownerId: number | null }>`
        select pathway_id as "pathwayId", owner_id as "ownerId" from open_owner`.execute(snapshot)
      const { rows: pathways } = await raw<{ id: number; isOpen: boolean; clinicianId: number | null }>`
        select pathway.id, pathway_owner.clinician_id as "clinicianId",
          pathway.is_active and patient.is_active and pathway.discharge_date is null
            and pathway.cancel_referral_date is null as "isOpen"
        from pathway join patient on patient.id = pathway.patient_id
        left join pathway_owner on pathway_owner.pathway_id = pathway.id`.execute(snapshot)
      const able = await ableClinicians(snapshot)
      const standings = new Map<number, (number | null)[]>()
      for (const { pathwayId, ownerId } of listed)
        standings.set(pathwayId, [...(standings.get(pathwayId) ?? []), ownerId])
      const { rows: tasks } = await raw<{ pathwayId: number }>`
        select pathway_id as "pathwayId" from open_task`.execute(snapshot)
      const withTasks = new Set(tasks.map(({ pathwayId }) => pathwayId))
      const problems = pathways.flatMap(({ id, isOpen, clinicianId }) => {
        const found = standings.get(id) ?? []
        const owner = clinicianId !== null && able.has(clinicianId) ? clinicianId : null
        const problem = !isOpen
          ? found.length > 0
            ? 'is closed but still has an owner or is in Unowned'
            : withTasks.has(id)
              ? 'is closed and still has a task to be done'
              : null
          : found.length !== 1
            ? `stands ${found.length} times among owners and Unowned`
            : found[0] !== owner
              ? `is listed under owner ${found[0] ?? 'none'}, its records say ${owner ?? 'none'}`
              : null
        return problem === null ? [] : [{ pathwayId: id, problem }]
      })
      const redFlags = await verifyRedFlags(snapshot, able)
      return {
        open: pathways.filter(({ isOpen }) => isOpen).length,
        redFlags: redFlags.open,
        problems: [...problems, ...redFlags.problems],
      }
    },
    { isReadOnly: true },
  )

/** Active clinicians who have no sign-in, or an active one. */
const ableClinicians = async (sql: Kysely<DB>): Promise<Set<number>> => {
  const clinicians = await sql.selectFrom('clinician').select('id').where('is_active', '=', true).execute()
  const users = await sql
    .selectFrom('app_user')
    .select(['clinician_id', 'is_active'])
    .where('clinician_id', 'is not', null)
    .execute()
  const able = clinicians.filter(({ id }) => {
    const own = users.filter(({ clinician_id }) => clinician_id === id)
    return own.length === 0 || own.some((user) => user.is_active)
  })
  return new Set(able.map(({ id }) => id))
}

interface Referral {
  id: number
  patientId: number
  isOpen: boolean
  closedOn: string | null
  clinicianId: number | null
}

/**
 * Checks that each open red flag is listed once, with the owner of an open referral or, if none is open, of the last
 * one.
 */
const verifyRedFlags = async (
  sql: Kysely<DB>,
  able: ReadonlySet<number>,
): Promise<{ open: number; problems: OwnerProblem[] }> => {
  const { rows: flags } = await raw<{ id: number; patientId: number }>`
    select flag.id, flag.patient_id as "patientId" from patient_flag as flag
    where flag.kind = 'redFlag' and flag.ended_at is null
      and flag.patient_id in (select id from patient where is_active and deceased_date is null)
      and flag.patient_id not in (select patient_id from said_dead)`.execute(sql)
  const { rows: lines } = await raw<{ id: number; ownerId: number | null; hasOpenReferral: boolean }>`
    select id, owner_id as "ownerId", has_open_referral as "hasOpenReferral" from open_red_flag`.execute(sql)
  const { rows: referrals } = await raw<Referral>`
    select pathway.id, pathway.patient_id as "patientId", recorded.clinician_id as "clinicianId",
      coalesce(pathway.discharge_date, pathway.cancel_referral_date) is null as "isOpen",
      greatest(pathway.discharge_date, pathway.cancel_referral_date) as "closedOn"
    from pathway left join pathway_owner as recorded on recorded.pathway_id = pathway.id
    where pathway.is_active and pathway.patient_id = any(${flags.map(({ patientId }) => patientId)}::bigint[])`.execute(
    sql,
  )
  const linesOf = Map.groupBy(lines, ({ id }) => id)
  const referralsOf = Map.groupBy(referrals, ({ patientId }) => patientId)
  const ownerOf = (referral: Referral | undefined): number | null =>
    referral?.clinicianId != null && able.has(referral.clinicianId) ? referral.clinicianId : null
  const problemOf = ({ id, patientId }: (typeof flags)[number]): string | null => {
    const found = linesOf.get(id) ?? []
    const own = referralsOf.get(patientId) ?? []
    const [line] = found
    if (line === undefined || found.length > 1) return `stands ${found.length} times among the open ones`
    const open = own.filter(({ isOpen }) => isOpen)
    if (line.hasOpenReferral !== open.length > 0) return 'is not listed by whether a referral is open'
    const [last] = own.toSorted((a, b) => (b.closedOn ?? '').localeCompare(a.closedOn ?? '') || b.id - a.id)
    const owners = open.length > 0 ? open.map(ownerOf).filter((owner) => owner !== null) : [ownerOf(last)]
    const isRight = owners.length === 0 ? line.ownerId === null : owners.includes(line.ownerId)
    return isRight
      ? null
      : `is listed under owner ${line.ownerId ?? 'none'}, its records say ${owners.join(' or ') || 'none'}`
  }
  return {
    open: flags.length,
    problems: flags.flatMap((flag) => {
      const problem = problemOf(flag)
      return problem === null ? [] : [{ pathwayId: null, problem: `The red flag ${flag.id} ${problem}` }]
    }),
  }
}
