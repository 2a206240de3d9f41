import { sql as raw } from 'kysely'
import type { CheckedInputOf } from '../../../contract/platform/calls/endpoint.ts'
import type { FileReply } from '../../../contract/platform/calls/file.ts'
import {
  type LetterDispatch,
  type mailLetter,
  type printLetters,
  type sendLetter,
} from '../../../contract/care/letters/letter.ts'
import { dispatchWords, isUnderWay, type OutsideWay } from '../../../contract/care/letters/ways.ts'
import { footNote } from '../../accounts/settings/footNote.ts'
import { queueJob } from '../../platform/db/jobs/jobs.ts'
import { HttpProblem, notFound } from '../../platform/errors.ts'
import { renderInWorker } from '../../platform/files/renderWorkerPool.ts'
import type { Call } from '../../platform/http/calls/route.ts'
import { settleTasksOf } from '../../pathways/tasks/settle.ts'
import { lockPathway } from '../../stages/lock.ts'
import { addRow, type SavedRow } from '../../platform/writes/saveRow.ts'
import type { Writing } from '../../platform/writes/write.ts'
import { addStep } from './addStep.ts'
import { dispatchTable, printTable } from './columns.ts'
import { lockReferral } from './drafts.ts'
import { mailJob } from './mailTask.ts'
import { heldBecause, readPersons } from './person.ts'
import { outsideWaysOf, selectLetters, type StoredLetter } from './read.ts'
import { sendLettersJob } from './sendJob.ts'
import type { LettersService } from './service.ts'

const printName = 'letters.pdf'

/**
 * Reads signed letters that may be sent. Locks their referrals, so that nothing is recorded between the check and the
 * sending.
 */
const lockSendable = async (writing: Writing, ids: readonly number[]): Promise<StoredLetter[]> => {
  const wanted = [...new Set(ids)].sort((one, other) => one - other)
  const { rows: pathways } = await raw<{ id: number }>`
    select distinct pathway_id as id from letter where id = any(${wanted}::bigint[]) order by pathway_id`.execute(
    writing.sql,
  )
  for (const { id } of pathways) await lockPathway(writing, id)
  const { rows: letters } = await selectLetters(raw`letter.id = any(${wanted}::bigint[])`).execute(
    writing.sql,
  )
  if (letters.length < wanted.length) throw notFound()
  await requireSendable(writing, letters)
  return letters
}

const requireSendable = async ({ sql }: Pick<Writing, 'sql'>, letters: readonly StoredLetter[]) => {
  const persons = await readPersons(
    sql,
    letters.map(({ pathwayId }) => pathwayId),
  )
  const held = letters.flatMap((letter) => heldBecause(letter, persons.get(letter.pathwayId)) ?? [])
  if (held.length === 0) return persons
  const many = held.length === 1 ? '1 letter is' : `${held.length} letters are`
  throw new HttpProblem(
    409,
    'conflict',
    `${many} held back, so none was sent: ${[...new Set(held)].join(' ')}`,
  )
}

/** Records letters as printed, either all of them or none. */
export const print = async (
  writing: Writing,
  { ids }: CheckedInputOf<typeof printLetters>,
): Promise<SavedRow> => {
  const letters = await lockSendable(writing, ids)
  const persons = await readPersons(
    writing.sql,
    letters.map(({ pathwayId }) => pathwayId),
  )
  const batch = await addRow(writing, { ...printTable, values: {}, patientId: null })
  for (const { id, pathwayId } of letters) {
    await addRow(writing, {
      ...dispatchTable,
      values: { letter_id: id, way: 'print', state: 'printed', print_id: batch.id },
      patientId: persons.get(pathwayId)?.patientId ?? null,
    })
    writing.trace({ pathwayIds: [pathwayId] })
  }
  writing.trace(await settleTasksOf(writing.sql, [...persons.keys()], writing.userId))
  return batch
}

/** The PDF of letters that were printed together. If one of them may no longer be sent, none is returned. */
export const printed = async (call: Call<LettersService>, { id }: { id: number }): Promise<FileReply> => {
  const { sql } = call.service.db
  const { rows: letters } = await selectLetters(
    raw`letter.id in (select letter_id from letter_dispatch where print_id = ${id})`,
  ).execute(sql)
  if (letters.length === 0) throw notFound()
  const persons = await requireSendable({ sql: sql as Writing['sql'] }, letters)
  call.showed({
    patientIds: [...persons.values()].map(({ patientId }) => patientId),
    pathwayIds: [...persons.keys()],
    records: letters.map(({ id: letterId, version }) => ({ entity: 'letter', id: letterId, version })),
  })
  const body = await renderInWorker(
    {
      type: 'letters',
      letters: letters.map(({ frame, title, body: words, signedBy, signedAs, identity }) => ({
        ...frame,
        ...{ title, body: words, signedBy, signedAs, identity },
      })),
    },
    footNote(call.service.accounts),
  )
  return { type: 'application/pdf', name: printName, body }
}

/** Queues a letter to a practice for e-mail. */
export const mail = async (
  writing: Writing,
  { id, pathwayId }: CheckedInputOf<typeof mailLetter>,
): Promise<SavedRow> => {
  const { patientId } = await lockReferral(writing, pathwayId)
  const [letter] = await lockSendable(writing, [id])
  if (letter === undefined || letter.pathwayId !== pathwayId) throw notFound()
  const { mailAddress } = letter
  if (mailAddress === null)
    throw new HttpProblem(
      409,
      'conflict',
      'This recipient has no mail address for letters. Print the letter.',
    )
  await requireNotUnderWay(writing, id)
  const dispatch = await addRow(writing, {
    ...dispatchTable,
    values: { letter_id: id, way: 'mail', state: 'queued', address: mailAddress },
    patientId,
  })
  await addStep(writing.sql, dispatch.id, 'queued', 'To be mailed')
  await queueJob(writing.sql, mailJob, { dispatchId: dispatch.id })
  writing.trace(await settleTasksOf(writing.sql, [pathwayId], writing.userId))
  return dispatch
}

/** Stores that a letter is to leave by a service outside. It is sent afterwards (server/exchange/outgoing). */
export const sendOutside = async (
  writing: Writing,
  { id, pathwayId, way }: CheckedInputOf<typeof sendLetter>,
  setUp: readonly OutsideWay[],
): Promise<SavedRow> => {
  const { patientId } = await lockReferral(writing, pathwayId)
  const [letter] = await lockSendable(writing, [id])
  if (letter === undefined || letter.pathwayId !== pathwayId) throw notFound()
  if (!outsideWaysOf(letter, setUp).includes(way))
    throw new HttpProblem(409, 'conflict', 'This letter cannot be sent in this way. Print the letter.')
  await requireNotUnderWay(writing, id)
  const { meshForm, meshMailbox, organisationId } = letter
  const toMesh = way === 'mesh' ? { address: meshMailbox ?? organisationId, mesh_form: meshForm } : {}
  const dispatch = await addRow(writing, {
    ...dispatchTable,
    values: { letter_id: id, way, state: 'queued', ...toMesh },
    patientId,
  })
  await writing.sql
    .updateTable('letter_dispatch')
    .set({ next_at: raw`clock_timestamp()` })
    .where('id', '=', dispatch.id)
    .execute()
  await addStep(
    writing.sql,
    dispatch.id,
    'queued',
    way === 'mesh' ? 'To be sent by MESH' : 'To be handed to GOV.UK Notify',
  )
  await queueJob(writing.sql, sendLettersJob, {})
  writing.trace(await settleTasksOf(writing.sql, [pathwayId], writing.userId))
  return dispatch
}

/** A letter leaves once. Only one that did not arrive is sent again; printing it is always possible. */
const requireNotUnderWay = async ({ sql }: Writing, letterId: number): Promise<void> => {
  const before = await sql
    .selectFrom('letter_dispatch')
    .select(['way', 'state'])
    .where('letter_id', '=', letterId)
    .$castTo<Pick<LetterDispatch, 'way' | 'state'>>()
    .execute()
  const underWay = before.find(isUnderWay)
  if (underWay !== undefined)
    throw new HttpProblem(
      409,
      'conflict',
      underWay.way === 'mail'
        ? 'This letter was mailed already.'
        : `This letter was sent already. ${dispatchWords(underWay)}.`,
    )
}
