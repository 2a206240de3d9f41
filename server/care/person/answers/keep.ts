import { sql as raw } from 'kysely'
import type { Said } from '../../../../contract/pathways/records/said.ts'
import { today } from '../../../../contract/platform/dates/dates.ts'
import { instantOf } from '../../../../contract/platform/words/format.ts'
import { taskTable } from '../../../pathways/tasks/columns.ts'
import { HttpProblem, ValidationProblem } from '../../../platform/errors.ts'
import { addRow } from '../../../platform/writes/saveRow.ts'
import { unsignedWriting } from '../../../platform/writes/unsignedWriting.ts'
import type { Writing } from '../../../platform/writes/write.ts'
import { LookAgain, type Acting } from '../pages/personPages.ts'
import type { PersonService } from '../service.ts'

/** The write of somebody who uses the page: the audit event of the page takes what it traces. */
export const writingOf = ({ bankHolidayOn }: PersonService, { sql, requestId, trace }: Acting): Writing =>
  unsignedWriting({ sql, requestId, trace, bankHolidayOn, command: 'own page' })

interface Kept {
  pathwayId: number
  said: Said
  appointmentId?: number
  /** What somebody of the service has to do today; without it, nothing is left to do. */
  task?: string
  /** Any change of the appointment closes the task. */
  endsWithAppointment?: true
}

/** Stores an answer, and what staff have to do about it. The caller has locked the referral. */
export const keepAnswer = async (
  writing: Writing,
  { visit, now }: Acting,
  { pathwayId, said, appointmentId, task, endsWithAppointment }: Kept,
): Promise<void> => {
  const { kind, ...told } = said
  const isSettled = task === undefined
  const { rows } = await raw<{ id: number; version: number }>`
    insert into person_answer (pathway_id, contact_id, kind, told, told_at, appointment_id, settled_at, settled_how)
    values (${pathwayId}, ${visit.contactId}, ${kind}, ${JSON.stringify(told)}::jsonb, ${instantOf(now)},
      ${appointmentId ?? null}, ${isSettled ? instantOf(now) : null}, ${isSettled ? 'done' : null})
    returning id, version`.execute(writing.sql)
  const [added] = rows
  if (added === undefined) throw new Error('A stored answer')
  writing.trace({
    pathwayIds: [pathwayId],
    records: [{ entity: 'personAnswer', ...added, before: null, after: { kind, ...told } }],
  })
  if (task === undefined) return
  await addRow(writing, {
    ...taskTable,
    values: {
      ...{ pathway_id: pathwayId, text: task, due_date: today(now), person_answer_id: added.id },
      appointment_id: endsWithAppointment === true ? appointmentId : null,
    },
    patientId: visit.patientId,
  })
}

/**
 * Does what staff could do too. What their rules refuse, because it changed meanwhile, leads to a page that says so, and
 * nothing is stored.
 */
export const orLookAgain = async <Done>(to: string, work: Promise<Done>): Promise<Done> => {
  try {
    return await work
  } catch (error) {
    if (error instanceof ValidationProblem || (error instanceof HttpProblem && error.status < 500))
      throw new LookAgain(to)
    throw error
  }
}

/** The id in a box that the page filled in; one that is no id leads back. */
export const sentId = ({ sent }: Acting, name: string, to: string): number => {
  const id = Number(sent.get(name))
  if (!Number.isSafeInteger(id) || id < 1) throw new LookAgain(to)
  return id
}
