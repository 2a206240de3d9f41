import { sql as raw } from 'kysely'
import type { CheckedInputOf } from '../../../contract/platform/calls/endpoint.ts'
import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import {
  returningKinds,
  usualDaysAway,
  type closeTask,
  type reopenTask,
  type saveTask,
} from '../../../contract/pathways/task.ts'
import { HttpProblem, ValidationProblem, notFound } from '../../platform/errors.ts'
import { requireInService } from '../owners/move.ts'
import { lockPathway } from '../../stages/lock.ts'
import { valuesOf } from '../../platform/writes/columns.ts'
import { addRow, changeRow, lockRow, type SavedRow, type StoredRow } from '../../platform/writes/saveRow.ts'
import type { Writing } from '../../platform/writes/write.ts'
import { taskColumns, taskTable } from './columns.ts'

/** Locks the pathway before the task, as every command does. A closed referral has no tasks left to do. */
const lockReferral = async (writing: Writing, pathwayId: number) => {
  const pathway = await lockPathway(writing, pathwayId)
  if (!pathway.is_active) throw notFound()
  writing.trace({ patientIds: [pathway.patient_id], pathwayIds: [pathwayId] })
  return pathway
}

const assertOpen = (pathway: {
  discharge_date: string | null
  cancel_referral_date: string | null
}): void => {
  if (pathway.discharge_date !== null || pathway.cancel_referral_date !== null)
    throw new HttpProblem(
      409,
      'closed-pathway',
      'This referral is closed, so there is nothing left to do for it.',
    )
}

const lockTask = async (writing: Writing, id: number) => {
  const found = await writing.sql
    .selectFrom('task')
    .select('pathway_id')
    .where('id', '=', id)
    .executeTakeFirst()
  if (found === undefined) throw notFound()
  const pathway = await lockReferral(writing, found.pathway_id)
  return { pathway, task: await lockRow(writing, 'task', id) }
}

export const saveTaskRow = async (
  writing: Writing,
  input: CheckedInputOf<typeof saveTask>,
): Promise<SavedRow> => {
  const { id, version, pathwayId, clinicianId } = input
  const pathway = await lockReferral(writing, pathwayId)
  assertOpen(pathway)
  const patientId = pathway.patient_id
  const values = valuesOf(taskColumns, input)
  if (id === 0) {
    if (clinicianId != null) await requireInService(writing, clinicianId, 'clinicianId')
    return addRow(writing, { ...taskTable, values, patientId })
  }
  const task = await lockRow(writing, 'task', id)
  if (task.pathway_id !== pathwayId)
    throw new HttpProblem(409, 'conflict', 'This task belongs to another referral. Nothing was saved.')
  if (task.closed_at !== null)
    throw new HttpProblem(409, 'conflict', 'This task is closed. Open it again before you change it.')
  if (clinicianId != null && clinicianId !== task.clinician_id)
    await requireInService(writing, clinicianId, 'clinicianId')
  if (task.kind !== 'manual' && (task.text !== input.text || task.due_date !== input.dueDate))
    throw new HttpProblem(409, 'conflict', 'This task opened automatically: only its owner can be changed.')
  return changeRow(writing, { ...taskTable, id, version, locked: task, values, patientId })
}

/** Closes a task. Repeating the call changes nothing more. */
export const closeTaskRow = async (
  writing: Writing,
  { id, version, closedNote = null, lookAgainDate = null }: CheckedInputOf<typeof closeTask>,
): Promise<SavedRow> => {
  const { pathway, task } = await lockTask(writing, id)
  if (task.closed_how === 'person') return unchanged(task)
  if (task.kind !== 'manual' && closedNote === null)
    throw new ValidationProblem({ closedNote: 'Say what came of it' })
  if (task.kind === 'manual' && lookAgainDate !== null)
    throw new ValidationProblem({ lookAgainDate: 'Record another task for that day instead' })
  const returns = returningKinds.some((kind) => kind === task.kind)
  const values = {
    closed_at: task.closed_at ?? (await now(writing)),
    closed_how: 'person',
    closed_by: writing.userId,
    closed_note: closedNote,
    look_again_date: lookAgainDate ?? (returns ? addDays(today(), usualDaysAway) : null),
  }
  const closed = await changeRow(writing, {
    ...taskTable,
    id,
    version,
    locked: task,
    values,
    patientId: pathway.patient_id,
  })
  if (task.person_answer_id !== null) await settleAnswer(writing, task.person_answer_id)
  return closed
}

/** What the patient said on their own page has been seen to. */
const settleAnswer = async (writing: Writing, id: number): Promise<void> => {
  const { rows } = await raw<{ id: number; version: number }>`
    update person_answer set version = version + 1, settled_at = clock_timestamp(), settled_by = ${writing.userId},
      settled_how = 'task'
    where id = ${id} and settled_at is null returning id, version`.execute(writing.sql)
  const [before, after] = [{ settledHow: null }, { settledHow: 'task' }]
  writing.trace({ records: rows.map((row) => ({ entity: 'personAnswer', ...row, before, after })) })
}

export const reopenTaskRow = async (
  writing: Writing,
  { id, version }: CheckedInputOf<typeof reopenTask>,
): Promise<SavedRow> => {
  const { pathway, task } = await lockTask(writing, id)
  assertOpen(pathway)
  if (task.closed_at === null) return unchanged(task)
  if (task.closed_how === 'cause')
    throw new HttpProblem(
      409,
      'conflict',
      'This task closed automatically: it opens again if its cause returns.',
    )
  const values = {
    closed_at: null,
    closed_how: null,
    closed_by: null,
    closed_note: null,
    look_again_date: null,
  }
  return changeRow(writing, {
    ...taskTable,
    id,
    version,
    locked: task,
    values,
    patientId: pathway.patient_id,
  })
}

const unchanged = ({ id, version }: StoredRow<'task'>): SavedRow => ({ id, version })

const now = async ({ sql }: Writing): Promise<string> => {
  const { rows } = await raw<{ now: string }>`select clock_timestamp() as now`.execute(sql)
  return String(rows[0]?.now)
}
