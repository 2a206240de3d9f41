import type { Kysely } from 'kysely'
import { today } from '../../../contract/platform/dates/dates.ts'
import { formatLongDate, notRecorded } from '../../../contract/platform/words/format.ts'
import type { ComposedLetter, LetterFrame } from '../../../contract/care/letters/letter.ts'
import { fillIn, type MergeValues } from '../../../contract/care/letters/mergeFields.ts'
import type { LetterOccasion, LetterRecipient } from '../../../contract/care/letters/recipients.ts'
import type { DB } from '../../platform/db/types.ts'
import { notFound } from '../../platform/errors.ts'
import { appointmentInWords, readAppointments, type LetterAppointment } from './appointment.ts'
import { readLetterhead } from './letterhead.ts'
import { addressed, readPersons, type Addressed, type LetterPerson } from './person.ts'
import { readValues } from './values.ts'

export interface Chosen {
  pathwayId: number
  templateId: number
  correctsId?: number | null | undefined
  appointmentId?: number | null | undefined
}

export interface LetterGround extends Addressed {
  person: LetterPerson
  template: {
    id: number
    version: number
    name: string
    isActive: boolean
    recipient: LetterRecipient
    occasion: LetterOccasion
    documentTypeId: number
    title: string
    body: string
  }
  /** The signed letter that this one replaces. */
  corrects: {
    id: number
    title: string
    body: string
    signedDate: string
    isCorrected: boolean
    appointmentId: number | null
  } | null
  /** The appointments to choose from; null if a letter for this occasion is not about an appointment. */
  appointments: readonly LetterAppointment[] | null
  /** The chosen appointment; null if none is chosen. */
  appointment: LetterAppointment | null
  frame: ComposedLetter['frame']
}

/** The current basis of a letter: template, addressee and letterhead. */
export const readGround = async (
  sql: Kysely<DB>,
  { pathwayId, templateId, correctsId, appointmentId }: Chosen,
): Promise<LetterGround> => {
  const person = (await readPersons(sql, [pathwayId])).get(pathwayId)
  const template = await sql
    .selectFrom('letter_template')
    .select(['id', 'version', 'name', 'is_active as isActive', 'recipient', 'occasion'])
    .select(['document_type_id as documentTypeId', 'title', 'body'])
    .where('id', '=', templateId)
    .$narrowType<{ recipient: LetterRecipient; occasion: LetterOccasion }>()
    .executeTakeFirst()
  if (person === undefined || template === undefined) throw notFound()
  const corrects = correctsId == null ? null : await readCorrected(sql, pathwayId, templateId, correctsId)
  // An inactive template is used for corrections only.
  if (!template.isActive && corrects === null) throw notFound()
  const to = addressed(template.recipient, person)
  const { version: _, ...head } = await readLetterhead(sql)
  const date = today()
  const appointments = await readAppointments(sql, {
    ...{ pathwayId, occasion: template.occasion, day: date },
    corrected: corrects?.appointmentId ?? null,
  })
  // If only one appointment is eligible, it is chosen unless the caller asked for another.
  const chosen =
    appointmentId ?? corrects?.appointmentId ?? (appointments?.length === 1 ? appointments[0]?.id : null)
  return {
    ...to,
    concerns:
      template.occasion === 'discharge' && !person.isDischarged
        ? [...to.concerns, 'This referral is not discharged.']
        : to.concerns,
    person,
    template,
    corrects,
    appointments,
    appointment: appointments?.find(({ id }) => id === chosen) ?? null,
    frame: { head, to: to.to, about: to.about, date, size: to.size },
  }
}

/** The letter to correct; it must be of this referral and template. */
const readCorrected = async (sql: Kysely<DB>, pathwayId: number, templateId: number, id: number) => {
  const found = await sql
    .selectFrom('letter')
    .leftJoin('letter as later', 'later.corrects_id', 'letter.id')
    .select(['letter.id', 'letter.title', 'letter.body', 'letter.frame', 'later.id as laterId'])
    .select('letter.appointment_id as appointmentId')
    .where('letter.id', '=', id)
    .where('letter.pathway_id', '=', pathwayId)
    .where('letter.template_id', '=', templateId)
    .executeTakeFirst()
  if (found === undefined) throw notFound()
  const { laterId, frame, ...corrected } = found
  return { ...corrected, signedDate: (frame as LetterFrame).date, isCorrected: laterId !== null }
}

/** The initial text of a letter: the template filled in, or the text of the letter being corrected. */
export const compose = async (
  sql: Kysely<DB>,
  chosen: Chosen,
): Promise<ComposedLetter & { patientId: number }> => {
  const ground = await readGround(sql, chosen)
  const { template, corrects, person, frame, identity, concerns, appointments, appointment } = ground
  return {
    patientId: person.patientId,
    templateId: template.id,
    templateName: template.name,
    recipient: template.recipient,
    ...(corrects === null ? await filledIn(sql, ground) : corrected(corrects)),
    frame,
    identity,
    refusal: corrects?.isCorrected === true ? alreadyCorrected : ground.refusal,
    concerns,
    ...(appointments !== null && {
      appointments: appointments.map((each) => ({ id: each.id, words: appointmentInWords(each) })),
      appointmentId: appointment?.id ?? null,
    }),
  }
}

export const alreadyCorrected = 'Another letter already replaces that one.'

/** The function that fills in a template, and the values from the record. */
export const readFilling = async (
  sql: Kysely<DB>,
  {
    template,
    person,
    frame,
    appointment,
  }: Pick<LetterGround, 'template' | 'person' | 'frame' | 'appointment'>,
) => {
  const values = await readValues(sql, person, frame.head, { day: frame.date, appointment })
  const isToGp = template.recipient === 'gp'
  // A letter to the practice states what is not recorded. A letter to the patient gets a bracket, which must be
  // filled in before signing.
  const missing = (title: string): string => (isToGp ? notRecorded : `[${title}]`)
  return { values, fill: (words: string, by: MergeValues) => fillIn(words, by, missing, isToGp) }
}

const filledIn = async (sql: Kysely<DB>, ground: LetterGround): Promise<{ title: string; body: string }> => {
  const { values, fill } = await readFilling(sql, ground)
  return { title: fill(ground.template.title, values), body: fill(ground.template.body, values) }
}

const corrected = ({ title, body, signedDate }: NonNullable<LetterGround['corrects']>) => ({
  title,
  body: `This letter replaces our letter of ${formatLongDate(signedDate)}. Please disregard that one.\n\n${body}`,
})
