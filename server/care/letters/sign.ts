import { randomUUID } from 'node:crypto'
import { sql as raw } from 'kysely'
import type { CheckedInputOf } from '../../../contract/platform/calls/endpoint.ts'
import { formatDate } from '../../../contract/platform/words/format.ts'
import { openBrackets } from '../../../contract/care/letters/letterText.ts'
import type { LetterOnPaper, signLetter } from '../../../contract/care/letters/letter.ts'
import { unknownFields } from '../../../contract/care/letters/mergeFields.ts'
import { openRedFlags } from '../../../contract/care/letters/recipients.ts'
import { hasLooseBraces } from '../../../contract/care/letters/templateWords.ts'
import { footNote } from '../../accounts/settings/footNote.ts'
import { causeOf } from '../../platform/db/connection/causeOf.ts'
import { cancelledOutcomes } from '../../../contract/pathways/records/appointment.ts'
import { addDocument } from '../../pathways/documents/intake/addDocument.ts'
import { assertNotRemoved, assertRoom } from '../../pathways/documents/intake/upload.ts'
import { HttpProblem, ValidationProblem } from '../../platform/errors.ts'
import { renderInWorker } from '../../platform/files/renderWorkerPool.ts'
import { inWords, UnprintableCharacter } from '../../platform/files/unprintable.ts'
import type { Call } from '../../platform/http/calls/route.ts'
import { settleTasksOf } from '../../pathways/tasks/settle.ts'
import { lockPatientAndPathway } from '../../stages/lock.ts'
import { addRow } from '../../platform/writes/saveRow.ts'
import type { Writing } from '../../platform/writes/write.ts'
import { closeTellings } from '../../pathways/tasks/closeTellings.ts'
import { letterTable } from './columns.ts'
import { aboutNone, chooseAppointment, notSaid } from './appointment.ts'
import { alreadyCorrected, readFilling, readGround, type LetterGround } from './compose.ts'
import { endDraft } from './drafts.ts'
import type { LettersService } from './service.ts'

type SignInput = CheckedInputOf<typeof signLetter>

/**
 * Signs a letter. Renders and stages the PDF before the transaction. The transaction stores letter, document and
 * content together or not at all, and checks again that nothing has changed since rendering.
 */
export const sign = async (call: Call<LettersService>, input: SignInput) => {
  const { service, principal, log } = call
  const { db, documents, accounts } = service
  requireFinished(input)
  const ground = await readGround(db.sql, input)
  const signer = await db.sql
    .selectFrom('app_user')
    .select(['display_name as signedBy', 'profession', 'registration'])
    .where('id', '=', principal.userId)
    .executeTakeFirstOrThrow()
  const { title, body } = input
  const { signedBy } = signer
  const signedAs = [signer.profession, signer.registration].filter(Boolean).join(', ') || null
  const paper: LetterOnPaper = { ...ground.frame, title, body, signedBy, signedAs, identity: ground.identity }
  const content = Buffer.from(
    await renderInWorker({ type: 'letters', letters: [paper] }, footNote(accounts)).catch(
      (error: unknown) => {
        throw error instanceof UnprintableCharacter ? whereItStands(error.character, paper) : error
      },
    ),
  )
  const storedName = randomUUID()
  const { storage } = documents
  try {
    await storage.stage(db.sql, storedName, content)
    return await call.write(async (writing) => {
      const pathway = await lockPatientAndPathway(writing, input.pathwayId)
      await assertNotRemoved(writing, pathway)
      const now = await requireSame(writing, input, ground)
      await assertRoom(writing, pathway.id, content.length, documents.limits.pathwayBytes)
      const document = await addDocument(writing, storage, pathway, {
        fileName: fileNameOf(now),
        kind: 'pdf',
        content,
        documentTypeId: now.template.documentTypeId,
        // The PDF contains no uploaded file, so it needs no virus scan.
        scan: 'clean',
        storedName,
      })
      const letter = await addRow(writing, {
        ...letterTable,
        values: {
          pathway_id: pathway.id,
          template_id: now.template.id,
          template_version: now.template.version,
          recipient: now.template.recipient,
          recipient_organisation_id: now.organisationId,
          corrects_id: now.corrects?.id ?? null,
          title,
          body,
          frame: JSON.stringify(now.frame),
          identity: now.identity,
          concerns: JSON.stringify(now.concerns),
          appointment_id: now.appointment?.id ?? null,
          appointment: now.appointment === null ? null : JSON.stringify(now.appointment),
          signed_name: signedBy,
          signed_as: signedAs,
          document_id: document.id,
        },
        patientId: pathway.patient_id,
      })
      await closeTellings(writing, toldBy(now, pathway.id))
      writing.trace(await settleTasksOf(writing.sql, [pathway.id], writing.userId))
      return { ...letter, documentId: document.id }
    })
  } finally {
    await storage.discardUnowned(db.sql, storedName).catch((error: unknown) => {
      // The record of the staged file stays, so the next sweep removes it.
      log.warn(causeOf(error), 'content without a document could not be removed yet')
    })
  }
}

/** The tasks to tell the patient of what this letter says. */
const toldBy = ({ template, appointment }: LetterGround, pathwayId: number) =>
  template.recipient === 'patient' && template.occasion === 'appointmentCancelled'
    ? raw`task.appointment_id in (
        select id from appointment where pathway_id = ${pathwayId} and outcome in (${raw.join(cancelledOutcomes)}))`
    : raw`task.appointment_id = ${template.recipient === 'patient' ? (appointment?.id ?? null) : null}::bigint`

/** Requires that nothing is left to fill in. */
const requireFinished = ({ title, body }: SignInput): void => {
  const both = `${title}\n${body}`
  const [field] = unknownFields(both)
  // The message does not quote the text in brackets, which may be about the patient.
  if (openBrackets(both).length > 0)
    throw new ValidationProblem({ body: 'Fill in or remove the words in [brackets]' })
  if (field !== undefined || hasLooseBraces(both) || both.includes('{{'))
    throw new ValidationProblem({ body: 'Remove the words in double braces' })
}

/** Names the character that cannot be printed and where it is, so that the signatory can rephrase it. */
const whereItStands = (
  character: string,
  { title, body }: LetterOnPaper,
): ValidationProblem | HttpProblem => {
  const cannot = `Nothing was signed, because ${inWords(character)}`
  const another = 'cannot be printed. Write it another way.'
  if (title.includes(character)) return new ValidationProblem({ title: `${cannot} in the title ${another}` })
  const line = body.split('\n').findIndex((words) => words.includes(character)) + 1
  if (line > 0) return new ValidationProblem({ body: `${cannot} in line ${line} ${another}` })
  return new HttpProblem(
    409,
    'conflict',
    `${cannot} in the name, the address, the letterhead or your own name cannot be printed. Correct it where it is recorded.`,
  )
}

/** Runs with patient and referral locked, so that a death recorded at the same time either waits or is seen here. */
const requireSame = async (
  writing: Writing,
  input: SignInput,
  drawn: LetterGround,
): Promise<LetterGround> => {
  let appointmentId: number | null = null
  if (input.id > 0) {
    const draft = await endDraft(writing, { ...input, patientId: drawn.person.patientId })
    if (draft.template_id !== input.templateId || draft.corrects_id !== (input.correctsId ?? null))
      throw new HttpProblem(
        409,
        'conflict',
        'This letter is not the one that was kept as a draft. Nothing was signed.',
      )
    appointmentId = draft.appointment_id
  }
  const ground = await readGround(writing.sql, {
    ...input,
    appointmentId: input.appointmentId ?? appointmentId,
  })
  const now = { ...ground, concerns: [...ground.concerns, ...(await askedOfWords(writing, ground, input))] }
  if (now.refusal !== null) throw new HttpProblem(409, 'conflict', now.refusal)
  if (now.corrects?.isCorrected === true) throw new HttpProblem(409, 'conflict', alreadyCorrected)
  if (now.appointments === null && input.appointmentId != null) throw new ValidationProblem(aboutNone)
  if (now.appointments !== null && now.appointment === null)
    throw new ValidationProblem({ appointmentId: chooseAppointment(now.template.occasion) })
  if (now.concerns.length > 0 && input.concernsConfirmed !== true)
    throw new ValidationProblem({
      concernsConfirmed: `${now.concerns.join(' ')} Tick to sign it all the same.`,
    })
  if (
    JSON.stringify(now.frame) !== JSON.stringify(drawn.frame) ||
    now.template.version !== drawn.template.version
  )
    throw new HttpProblem(
      409,
      'conflict',
      'The address, the letterhead or the template has just changed. Look at the letter again, then sign it.',
    )
  return now
}

/** Where the typed text differs from the record or omits something, each as a sentence. */
const askedOfWords = async (
  { sql }: Writing,
  ground: LetterGround,
  { title, body }: SignInput,
): Promise<string[]> => {
  const words = `${title}\n${body}`
  const unnamed =
    ground.template.recipient === 'gp'
      ? openRedFlags(ground.person.flags).filter((sign) => !words.includes(sign))
      : []
  const { appointment, template } = ground
  const asked = unnamed.map((sign) => `The letter does not name the red flag: ${sign}.`)
  if (appointment === null) return asked
  const { values, fill } = await readFilling(sql, ground)
  return [
    ...asked,
    ...notSaid({
      ...{ occasion: template.occasion, appointment, values, words },
      fill: (by) => fill(`${template.title}\n${template.body}`, by),
    }),
  ]
}

/** Named after the template: files are passed on, so the name contains neither the patient nor any typed text. */
const fileNameOf = ({ template, frame }: LetterGround): string => {
  const words = template.name
    .replaceAll(/[^\p{L}\p{N} ,()-]/gu, ' ')
    .replaceAll(/ +/g, ' ')
    .trim()
  return `${words === '' ? 'Letter' : words}, ${formatDate(frame.date)}.pdf`
}
