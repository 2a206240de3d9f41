import { sql as raw } from 'kysely'
import type { Writing } from '../../platform/writes/write.ts'

/** Stores that two existing patients are two people, with who said so and when. */
export const storeDismissal = async (
  writing: Writing,
  patientId: number,
  otherId: number,
): Promise<number> => {
  const { sql, userId } = writing
  const [first, later] = [Math.min(patientId, otherId), Math.max(patientId, otherId)]
  const { rows } = await raw<{ id: number }>`
    insert into possible_duplicate as pair (patient_id, other_id, dismissed_at, dismissed_by)
    values (${first}, ${later}, clock_timestamp(), ${userId})
    on conflict (patient_id, other_id) do update
      set dismissed_at = coalesce(pair.dismissed_at, excluded.dismissed_at),
        dismissed_by = coalesce(pair.dismissed_by, excluded.dismissed_by)
    returning id`.execute(sql)
  const id = rows[0]?.id
  if (id === undefined) throw new Error('The pair was not kept')
  writing.trace({
    records: [
      {
        entity: 'possibleDuplicate',
        id,
        after: { patient_id: first, other_id: later, dismissed_by: userId },
      },
    ],
  })
  return id
}
