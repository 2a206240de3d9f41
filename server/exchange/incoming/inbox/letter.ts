import type { Kysely } from 'kysely'
import { letterFrame } from '../../../../contract/care/letters/letter.ts'
import { fillIn, mergeFieldNames, type MergeValues } from '../../../../contract/care/letters/mergeFields.ts'
import type { Source } from '../../../../contract/exchange/incoming/source.ts'
import type { Told } from '../../../../contract/exchange/incoming/told.ts'
import type { CalendarDate } from '../../../../contract/platform/dates/dates.ts'
import type { FileReply } from '../../../../contract/platform/calls/file.ts'
import { formatLongDate, notRecorded } from '../../../../contract/platform/words/format.ts'
import { footNote } from '../../../accounts/settings/footNote.ts'
import type { AccountsService } from '../../../accounts/settings/service.ts'
import { readLetterhead } from '../../../care/letters/letterhead.ts'
import { spacedNhsNumber } from '../../../care/letters/person.ts'
import { inOneLine } from '../../../care/letters/values.ts'
import type { DB } from '../../../platform/db/types.ts'
import { HttpProblem, notFound } from '../../../platform/errors.ts'
import { renderInWorker } from '../../../platform/files/renderWorkerPool.ts'
import { changeRow, lockRow, type SavedRow } from '../../../platform/writes/saveRow.ts'
import type { Writing } from '../../../platform/writes/write.ts'
import { letterTable } from './columns.ts'
import { assertStillInvited } from './mayInvite.ts'

const noTemplate = (isColleague: boolean): string =>
  `A declined referral is answered by a letter, but no template for it to ${isColleague ? 'the GP practice' : 'the patient'} is in use. Ask an administrator to put one into use. Nothing was saved.`

/** A letter about somebody who is no patient of the service: what is known is what the sender said. */
interface About {
  source: Source
  told: Told
  receivedDate: CalendarDate
  day: CalendarDate
  declinedReason: string
}

const present = (parts: readonly (string | null | undefined)[]): string[] =>
  parts.flatMap((part) => (part == null || part === '' ? [] : part))

/** A professional gets the letter about the person; otherwise the person gets it. */
const isToProfessional = (source: Source): boolean => source !== 'self' && source !== 'relative'

/**
 * Writes the letter that says that a referral is not accepted, from the template of that occasion, in the transaction
 * of the decision.
 */
export const writeDeclineLetter = async (
  writing: Writing,
  incomingId: number,
  about: About,
): Promise<number> => {
  const { sql } = writing
  const isColleague = isToProfessional(about.source)
  const template = await sql
    .selectFrom('letter_template')
    .select(['title', 'body'])
    .where('occasion', '=', 'declined')
    .where('recipient', '=', isColleague ? 'gp' : 'patient')
    .where('is_active', '=', true)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (template === undefined) throw new HttpProblem(409, 'conflict', noTemplate(isColleague))
  const { version: _, ...head } = await readLetterhead(sql)
  const values = valuesOf(about, head)
  const fill = (words: string) => fillIn(words, values, () => notRecorded, true)
  return storeLetter(writing, incomingId, {
    title: fill(template.title),
    body: fill(template.body),
    frame: {
      head,
      ...addressed(about, isColleague),
      date: about.day,
      size: isColleague ? 'usual' : 'patient',
    },
    isInvitation: false,
  })
}

interface Written {
  title: string
  body: string
  /** What is printed around the text. */
  frame: Record<string, unknown>
  isInvitation: boolean
}

/** Stores a letter to be printed, signed by the user. @returns its id */
export const storeLetter = async (
  writing: Writing,
  incomingId: number,
  { title, body, frame, isInvitation }: Written,
): Promise<number> => {
  const signer = await writing.sql
    .selectFrom('app_user')
    .select(['display_name', 'profession'])
    .where('id', '=', writing.userId)
    .executeTakeFirstOrThrow()
  // The trail says that it was written, and not what: the letter is removed before the trail is.
  const added = await writing.sql
    .insertInto('incoming_letter')
    .values({
      incoming_referral_id: incomingId,
      ...{ title, body, frame: JSON.stringify(frame), is_invitation: isInvitation },
      signed_by: present([signer.display_name, signer.profession]).join(', '),
      created_by: writing.userId,
      updated_by: writing.userId,
    })
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow()
  writing.trace({
    records: [
      { entity: 'incomingLetter', ...added, before: null, after: { incoming_referral_id: incomingId } },
    ],
  })
  return added.id
}

export const nameOf = ({ person }: Told): string => present([person.firstName, person.familyName]).join(' ')

/** Addressee, and the lines that say whom the letter is about. */
export const addressed = ({ told }: Pick<About, 'told'>, isColleague: boolean) => {
  const { person, sender } = told
  const home = present([
    person.addressLine1,
    person.addressLine2,
    person.addressLine3,
    person.town,
    person.county,
    person.postcode,
  ])
  const number = person.nhsNumber === null ? [] : [`NHS number ${spacedNhsNumber(person.nhsNumber)}`]
  if (!isColleague) return { to: [nameOf(told), ...home], about: number }
  return {
    to: present([sender.name, sender.organisation ?? person.gpPractice]),
    about: [
      nameOf(told),
      ...(person.dateOfBirth == null ? [] : [`Born ${formatLongDate(person.dateOfBirth)}`]),
      ...number,
    ],
  }
}

/** Everything that only the record could say stays empty. */
const valuesOf = (
  { told, receivedDate, day, declinedReason }: About,
  head: { serviceName: string; telephone: string | null },
): MergeValues => {
  const { person, sender } = told
  const known: MergeValues = {
    patientName: nameOf(told),
    greetingName: nameOf(told),
    dateOfBirth: person.dateOfBirth == null ? null : formatLongDate(person.dateOfBirth),
    nhsNumber: person.nhsNumber === null ? null : spacedNhsNumber(person.nhsNumber),
    gpPractice: person.gpPractice ?? null,
    referrer: present([sender.name, sender.organisation]).join(', ') || null,
    referralDate: formatLongDate(receivedDate),
    declinedReason,
    serviceName: head.serviceName,
    serviceTelephone: head.telephone,
    today: formatLongDate(day),
  }
  const typed = Object.entries(known).map(([name, value]) => [
    name,
    typeof value === 'string' ? inOneLine(value) : value,
  ])
  return { ...Object.fromEntries(mergeFieldNames.map((name) => [name, null])), ...Object.fromEntries(typed) }
}

/** Notes that the letter was printed. Printing it again changes nothing. */
export const printLetter = async (
  writing: Writing,
  { id, version }: { id: number; version?: number | undefined },
  printedAt: string,
): Promise<SavedRow> => {
  const locked = await lockRow(writing, 'incoming_letter', id)
  if (!locked.is_active || locked.body === null) throw notFound()
  if (locked.printed_at !== null) return { id, version: locked.version }
  return changeRow(writing, {
    ...letterTable,
    id,
    version,
    locked,
    values: { printed_at: printedAt },
    patientId: null,
  })
}

/** The letter as a PDF. */
export const drawLetter = async (
  { accounts, db }: Pick<AccountsService, 'accounts' | 'db'>,
  id: number,
): Promise<{ file: FileReply; incomingId: number; patientId: number | null }> => {
  const letter = await readLetter(db.sql, id)
  if (letter.is_invitation) await assertStillInvited(db.sql, letter.told)
  const body = await renderInWorker(
    {
      type: 'letters',
      letters: [
        {
          ...letterFrame.parse(letter.frame),
          title: letter.title,
          body: letter.body,
          signedBy: letter.signed_by,
          identity: letter.reference,
        },
      ],
    },
    footNote(accounts),
  )
  return {
    file: { type: 'application/pdf', name: `referral-${letter.reference}.pdf`, body },
    incomingId: letter.incoming_referral_id,
    patientId: letter.patient_id,
  }
}

const readLetter = async (sql: Kysely<DB>, id: number) => {
  const found = await sql
    .selectFrom('incoming_letter')
    .innerJoin('incoming_referral', 'incoming_referral.id', 'incoming_letter.incoming_referral_id')
    .select(['incoming_letter.frame', 'incoming_letter.title', 'incoming_letter.body', 'signed_by'])
    .leftJoin('pathway', 'pathway.id', 'incoming_referral.pathway_id')
    .select(['incoming_referral_id', 'reference', 'pathway.patient_id', 'is_invitation', 'told'])
    .where('incoming_letter.id', '=', id)
    .where('incoming_letter.is_active', '=', true)
    .executeTakeFirst()
  if (found === undefined || found.body === null) throw notFound()
  return { ...found, body: found.body }
}
