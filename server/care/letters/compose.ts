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
  /** The signed letter whose place this one takes. */
  corrects: {
    id: number
    title: string
    body: string
    signedDate: string
    isCorrected: boolean
    appointmentId: number | null
  } | null
  /** Those that it can be about; null where a letter of the occasion is about none. */
  appointments: readonly LetterAppointment[] | null
  /** The one that it is about; null while none of them is chosen. */
  appointment: LetterAppointment | null
  frame: ComposedLetter['frame']
}

/** What a letter stands on: the template, whom it goes to and what is at its top, as they are now. */
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
  // Out of use, a template serves for corrections alone.
  if (!template.isActive && corrects === null) throw notFound()
  const to = addressed(template.recipient, person)
  const { version: _, ...head } = await readLetterhead(sql)
  const date = today()
  const appointments = await readAppointments(sql, {
    ...{ pathwayId, occasion: template.occasion, day: date },
    corrected: corrects?.appointmentId ?? null,
  })
  // The only one there is to choose is chosen, unless another was asked for.
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

/** The letter of this referral and template that is to be corrected. */
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

/** The letter as it begins: the words of the template filled in, or those of the letter that it corrects. */
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

export const alreadyCorrected = 'Another letter takes the place of that one already.'

/** How the words of the template are filled in, and with what of the record. */
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
  // A practice reads what is not recorded; a patient is sent no form with gaps.
  const missing = (title: string): string => (isToGp ? notRecorded : `[${title}]`)
  return { values, fill: (words: string, by: MergeValues) => fillIn(words, by, missing, isToGp) }
}

const filledIn = async (sql: Kysely<DB>, ground: LetterGround): Promise<{ title: string; body: string }> => {
  const { values, fill } = await readFilling(sql, ground)
  return { title: fill(ground.template.title, values), body: fill(ground.template.body, values) }
}

const corrected = ({ title, body, signedDate }: NonNullable<LetterGround['corrects']>) => ({
  title,
  body: `This letter takes the place of our letter of ${formatLongDate(signedDate)}. Please put that one aside.\n\n${body}`,
})
