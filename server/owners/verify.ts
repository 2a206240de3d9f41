import { sql as raw, type Kysely } from 'kysely'
import { transact } from '../db/transact.ts'
import type { DB } from '../db/types.ts'

export interface OwnerProblem {
  pathwayId: number
  problem: string
}

/**
 * Whether every open referral has exactly one owner who can act or stands in Unowned, and no closed one has either: what the
 * lists are read from is compared with the rows it is made of.
 */
export const verifyOwners = (sql: Kysely<DB>): Promise<{ open: number; problems: OwnerProblem[] }> =>
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
            ? 'is closed and still has an owner or stands in Unowned'
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
      return { open: pathways.filter(({ isOpen }) => isOpen).length, problems }
    },
    { isReadOnly: true },
  )

/** In use, and let in where they have sign-ins. */
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
