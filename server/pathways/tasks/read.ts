import { sql as raw, type Kysely } from 'kysely'
import type { Task } from '../../../contract/pathways/task.ts'
import type { DB } from '../../platform/db/types.ts'
import { notFound } from '../../platform/errors.ts'

export const readTasks = async (
  sql: Kysely<DB>,
  pathwayId: number,
): Promise<{ patientId: number; tasks: Task[] }> => {
  const pathway = await sql
    .selectFrom('pathway')
    .select('patient_id')
    .where('id', '=', pathwayId)
    .where('is_active', '=', true)
    .executeTakeFirst()
  if (pathway === undefined) throw notFound()
  const { rows } = await raw<Task>`
    select task.id, task.version, task.pathway_id as "pathwayId", task.kind, task.text, task.due_date as "dueDate",
      task.clinician_id as "clinicianId", clinician.display_name as clinician, task.closed_at as "closedAt",
      task.closed_how as "closedHow", closer.display_name as "closedBy", task.closed_note as "closedNote",
      task.look_again_date as "lookAgainDate"
    from task
    left join clinician on clinician.id = task.clinician_id
    left join app_user as closer on closer.id = task.closed_by
    where task.pathway_id = ${pathwayId}
    order by task.closed_at is not null, case when task.closed_at is null then task.due_date end, task.closed_at desc, task.id`.execute(
    sql,
  )
  return { patientId: pathway.patient_id, tasks: rows }
}

/**
 * The sentences about open tasks in the closing checklist. Omits missed targets, which end with the referral, and red
 * flags, onward referrals, equipment and letters, which have lines of their own.
 */
export const openTaskSentences = async (sql: Kysely<DB>, pathwayId: number): Promise<string[]> => {
  const { rows } = await raw<{ text: string }>`
    select text from open_task where pathway_id = ${pathwayId} and kind not in ('targetMissed', 'redFlag', 'onwardReferral', 'equipment', 'letterNotSent')
    order by due_date, id`.execute(sql)
  return rows.map(({ text }) => `A task is open: ${text.replace(/(?<![.!?])[.!?]+$/, '')}.`)
}
