import type { CheckedInputOf } from '../../../contract/platform/calls/endpoint.ts'
import type { discardLetter, saveLetter } from '../../../contract/care/letters/letter.ts'
import { assertNotRemoved } from '../../pathways/documents/intake/upload.ts'
import { notFound, HttpProblem, ValidationProblem } from '../../platform/errors.ts'
import { settleTasksOf } from '../../pathways/tasks/settle.ts'
import { lockPathway } from '../../stages/lock.ts'
import { addRow, assertVersion, changeRow, lockRow, type SavedRow } from '../../platform/writes/saveRow.ts'
import type { Writing } from '../../platform/writes/write.ts'
import { aboutNone } from './appointment.ts'
import { draftTable } from './columns.ts'
import { alreadyCorrected, readGround } from './compose.ts'

/** Stores a letter as a draft. */
export const saveDraft = async (
  writing: Writing,
  input: CheckedInputOf<typeof saveLetter>,
): Promise<SavedRow> => {
  const { id, version, pathwayId, templateId, title, body } = input
  const { patientId } = await lockReferral(writing, pathwayId)
  const before = id === 0 ? null : await lockDraft(writing, id, pathwayId)
  const correctsId = before === null ? (input.correctsId ?? null) : before.corrects_id
  const { corrects, appointments } = await readGround(writing.sql, {
    pathwayId,
    templateId: before?.template_id ?? templateId,
    correctsId,
  })
  if (before === null && corrects?.isCorrected === true)
    throw new HttpProblem(409, 'conflict', alreadyCorrected)
  // The appointment must be of this referral. Whether it is still eligible is checked when the letter is signed.
  const appointmentId = input.appointmentId ?? before?.appointment_id ?? null
  if (appointmentId !== null && appointments === null) throw new ValidationProblem(aboutNone)
  await requireOfReferral(writing, pathwayId, appointmentId)
  const values = { title, body, appointment_id: appointmentId }
  return before === null
    ? addRow(writing, {
        ...draftTable,
        values: { ...values, pathway_id: pathwayId, template_id: templateId, corrects_id: correctsId },
        patientId,
      })
    : changeRow(writing, { ...draftTable, id, version, values, patientId })
}

const requireOfReferral = async ({ sql }: Writing, pathwayId: number, appointmentId: number | null) => {
  if (appointmentId === null) return
  const found = await sql
    .selectFrom('appointment')
    .select('id')
    .where('id', '=', appointmentId)
    .where('pathway_id', '=', pathwayId)
    .executeTakeFirst()
  if (found === undefined)
    throw new ValidationProblem({ appointmentId: 'Choose an appointment of this referral' })
}

/** Deletes an unsigned letter; it stays in the audit trail. */
export const discardDraft = async (
  writing: Writing,
  { id, version, pathwayId }: CheckedInputOf<typeof discardLetter>,
): Promise<SavedRow> => {
  const { patientId } = await lockReferral(writing, pathwayId)
  await lockDraft(writing, id, pathwayId)
  const taken = await changeRow(writing, {
    ...draftTable,
    id,
    version,
    values: { is_active: false },
    patientId,
  })
  writing.trace(await settleTasksOf(writing.sql, [pathwayId], writing.userId))
  return taken
}

/**
 * Locks the referral and requires that it has not been removed. A closed referral is allowed: letters are written for
 * those too.
 */
export const lockReferral = async (writing: Writing, pathwayId: number): Promise<{ patientId: number }> => {
  const pathway = await lockPathway(writing, pathwayId)
  await assertNotRemoved(writing, pathway)
  writing.trace({ patientIds: [pathway.patient_id], pathwayIds: [pathwayId] })
  return { patientId: pathway.patient_id }
}

/** Locks an unsigned letter of this referral. */
export const lockDraft = async (writing: Writing, id: number, pathwayId: number) => {
  const draft = await lockRow(writing, 'letter_draft', id)
  if (draft.pathway_id !== pathwayId) throw notFound()
  if (!draft.is_active)
    throw new HttpProblem(
      409,
      'conflict',
      'This letter was signed or discarded in the meantime. Nothing was saved.',
    )
  return draft
}

interface Signed {
  id: number
  version?: number | undefined
  pathwayId: number
  patientId: number
}

/** Ends the draft when it is signed. */
export const endDraft = async (writing: Writing, { id, version, pathwayId, patientId }: Signed) => {
  const draft = await lockDraft(writing, id, pathwayId)
  await assertVersion(writing, { ...draftTable, id, version, patientId }, draft)
  await changeRow(writing, {
    ...draftTable,
    id,
    version: draft.version,
    locked: draft,
    values: { is_active: false },
    patientId,
  })
  return draft
}
