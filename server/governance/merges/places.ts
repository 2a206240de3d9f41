import { sql as raw } from 'kysely'
import { today } from '../../../contract/platform/dates/dates.ts'
import { placeTable } from '../../care/classes/columns.ts'
import { changeRow, lockRow, type StoredRow } from '../../platform/writes/saveRow.ts'
import type { Writing } from '../../platform/writes/write.ts'

/* One person has one place in a class; two records may have two. */

/** A place that a merge ended, with its state before. */
export interface EndedPlace extends Pick<StoredRow<'class_place'>, 'id' | 'version' | 'state'> {
  patientId: number
}

/** A place that is taken comes before one that is offered, and both come before one on the waiting list. */
const byState = raw`array_position(array['joined', 'offered', 'waiting'], member.state)`

/**
 * If both records have a place in the same class, or wait for one, one place is kept: by state, then by the plan with
 * more attendances, then the oldest. The others are ended with a reason of their own, and keep their plan with all its
 * attendances. The caller has locked the referrals.
 */
export const joinPlaces = async (writing: Writing, patientIds: readonly number[]): Promise<EndedPlace[]> => {
  const { sql } = writing
  // Everything that assigns places in a class locks the class first.
  await raw`
    select id from exercise_class
    where id in (select class_id from class_member where patient_id = any(${patientIds}::bigint[]) and ended_how is null
      group by class_id having count(*) > 1)
    order by id for update`.execute(sql)
  const { rows } = await raw<{ id: number; patientId: number }>`
    select id, patient_id as "patientId"
    from (
      select member.id, member.patient_id, row_number() over (partition by member.class_id order by ${byState}, (
        select count(*) from exercise_attendance as mark where mark.exercise_id = member.exercise_id and mark.is_active) desc,
        member.id) as nth
      from class_member as member
      where member.patient_id = any(${patientIds}::bigint[]) and member.ended_how is null) as held
    where nth > 1 order by id`.execute(sql)
  const ended: EndedPlace[] = []
  for (const { id, patientId } of rows) {
    const { state, version } = await lockRow(writing, 'class_place', id)
    const values = {
      ...{ state: 'left', left_date: today(), left_reason: 'merged' },
      left_note: 'Two records were merged: the person has one place in this class, by another referral',
    }
    ended.push({
      ...(await changeRow(writing, { ...placeTable, id, version, values, patientId })),
      state,
      patientId,
    })
  }
  return ended
}

/**
 * Restores the places that a merge ended, even in a class that has filled up since, because they were promised. If the
 * referral has a newer place in the class, that one stays instead.
 */
export const partPlaces = async (writing: Writing, ended: readonly EndedPlace[]): Promise<void> => {
  for (const { id, version, state, patientId } of ended) {
    const { rows } = await raw`
      select from class_place as place
      where id = ${id} and version = ${version} and not exists (
        select from class_place as other
        where other.class_id = place.class_id and other.pathway_id = place.pathway_id and other.state <> 'left')`.execute(
      writing.sql,
    )
    if (rows.length === 0) continue
    const values = { state, left_date: null, left_reason: null, left_note: null }
    await changeRow(writing, { ...placeTable, id, version, values, patientId })
  }
}
