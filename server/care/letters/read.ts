import { sql as raw, type Kysely, type RawBuilder } from 'kysely'
import {
  mostLettersShown,
  type LetterDispatch,
  type LetterDraft,
  type LetterFrame,
  type PathwayLetters,
  type SentLetter,
  type SignedLetter,
  type UnsentLetter,
} from '../../../contract/care/letters/letter.ts'
import {
  dispatchWords,
  type DispatchState,
  type MeshForm,
  type OutsideWay,
} from '../../../contract/care/letters/ways.ts'
import type { LetterRecipient } from '../../../contract/care/letters/recipients.ts'
import type { DB } from '../../platform/db/types.ts'
import { notFound } from '../../platform/errors.ts'
import { withFlags } from '../../patients/flags/read.ts'
import type { Reader } from '../../patients/flags/withheld.ts'
import { isUnsent } from '../../pathways/outstanding/unsentLetters.ts'
import { selectAppointments, type LetterAppointment } from './appointment.ts'
import { heldBecause, readPersons, type LetterPerson } from './person.ts'

/** A signed letter, with the facts that decide whether it may still be sent. */
export interface StoredLetter {
  id: number
  version: number
  pathwayId: number
  templateId: number
  templateVersion: number
  recipient: LetterRecipient
  organisationId: string | null
  title: string
  body: string
  frame: LetterFrame
  identity: string
  concerns: string[]
  signedBy: string
  signedAs: string | null
  signedAt: string
  documentId: number
  appointmentId: number | null
  /** The appointment as stated in the letter, and as it is now; null if there is none. */
  appointment: LetterAppointment | null
  appointmentNow: LetterAppointment | null
  correctsId: number | null
  correctedById: number | null
  isCorrected: boolean
  isDeleted: boolean
  mailAddress: string | null
  /** How the practice takes letters by MESH, and its mailbox if MESH does not know it by the code of the practice. */
  meshForm: MeshForm | null
  meshMailbox: string | null
}

const dispatchFields = raw`dispatch.id, dispatch.way, dispatch.state, dispatch.address, dispatch.print_id as "printId",
  dispatch.created_at as at, sender.display_name as by, dispatch.failure,
  (select coalesce(jsonb_agg(jsonb_build_object('at', step.at, 'state', step.state, 'words', step.words) order by step.id), '[]')
    from letter_dispatch_step as step where step.dispatch_id = dispatch.id) as steps`

export const selectLetters = (which: RawBuilder<unknown>, limit: number | null = null) => raw<StoredLetter>`
  select letter.id, letter.version, letter.pathway_id as "pathwayId", letter.template_id as "templateId",
    letter.template_version as "templateVersion", letter.recipient,
    letter.recipient_organisation_id as "organisationId", letter.title, letter.body, letter.frame, letter.identity,
    letter.concerns, letter.signed_name as "signedBy", letter.signed_as as "signedAs", letter.created_at as "signedAt",
    letter.appointment_id as "appointmentId", letter.appointment,
    (select to_jsonb(now) from (${selectAppointments(raw`appointment.id = letter.appointment_id`)}) as now) as "appointmentNow",
    letter.document_id as "documentId", letter.corrects_id as "correctsId", later.id as "correctedById",
    later.id is not null as "isCorrected", not document.is_active as "isDeleted",
    letter_address.email as "mailAddress", letter_address.mesh_form as "meshForm", letter_address.mesh_mailbox as "meshMailbox"
  from letter
  join pathway on pathway.id = letter.pathway_id and pathway.is_active
  join patient on patient.id = pathway.patient_id and patient.is_active
  join document on document.id = letter.document_id
  left join letter as later on later.corrects_id = letter.id
  left join letter_address on letter_address.organisation_id = letter.recipient_organisation_id
  where ${which}
  order by letter.created_at, letter.id ${limit === null ? raw`` : raw`limit ${limit}`}`

/** The ways of those that are set up in which this letter may leave. Letters to patients have no mailbox. */
export const outsideWaysOf = (
  { meshForm, organisationId }: Pick<StoredLetter, 'meshForm' | 'organisationId'>,
  setUp: readonly OutsideWay[],
): OutsideWay[] => setUp.filter((way) => way !== 'mesh' || (meshForm !== null && organisationId !== null))

/** Letters of one referral: drafts and signed letters, latest first. */
export const readOfPathway = async (
  sql: Kysely<DB>,
  pathwayId: number,
  setUp: readonly OutsideWay[],
): Promise<PathwayLetters & { person: LetterPerson }> => {
  const person = (await readPersons(sql, [pathwayId])).get(pathwayId)
  if (person === undefined) throw notFound()
  const { rows: drafts } = await raw<LetterDraft>`
    select draft.id, draft.version, draft.template_id as "templateId", template.name as "templateName",
      template.recipient, draft.title, draft.body, draft.corrects_id as "correctsId", draft.appointment_id as "appointmentId",
      app_user.display_name as "changedBy", draft.updated_at as "changedAt"
    from letter_draft as draft
    join letter_template as template on template.id = draft.template_id
    left join app_user on app_user.id = draft.updated_by
    where draft.pathway_id = ${pathwayId} and draft.is_active
    order by draft.id desc`.execute(sql)
  const { rows: letters } = await selectLetters(raw`letter.pathway_id = ${pathwayId}`).execute(sql)
  const { rows: dispatches } = await raw<LetterDispatch & { letterId: number }>`
    select dispatch.letter_id as "letterId", ${dispatchFields}
    from letter_dispatch as dispatch
    left join app_user as sender on sender.id = dispatch.created_by
    where dispatch.letter_id = any(${letters.map(({ id }) => id)}::bigint[])
    order by dispatch.id desc`.execute(sql)
  const { rows: notNeeded } = await raw<NonNullable<SignedLetter['notNeeded']> & { letterId: number }>`
    select given_up.letter_id as "letterId", given_up.reason, given_up.created_at as at, app_user.display_name as by
    from letter_not_needed as given_up
    left join app_user on app_user.id = given_up.created_by
    where given_up.letter_id = any(${letters.map(({ id }) => id)}::bigint[])`.execute(sql)
  return {
    person,
    drafts,
    letters: letters.toReversed().map((letter) => ({
      ...letter,
      outsideWays: outsideWaysOf(letter, setUp),
      held: heldBecause(letter, person),
      notNeeded: notNeeded.find(({ letterId }) => letterId === letter.id) ?? null,
      dispatches: dispatches
        .filter(({ letterId }) => letterId === letter.id)
        .map(({ letterId: _, ...dispatch }) => dispatch),
    })),
  }
}

const whose = ({ patientId, familyName, firstName, namePrefix, nhsNumber }: LetterPerson) => ({
  patientId,
  familyName,
  firstName,
  namePrefix,
  nhsNumber,
})

/** Signed letters that have not been sent, longest waiting first. */
export const readUnsent = async (
  sql: Kysely<DB>,
  reader: Reader,
  setUp: readonly OutsideWay[],
): Promise<UnsentLetter[]> => {
  const { rows } = await selectLetters(raw`document.is_active and ${isUnsent}`, mostLettersShown).execute(sql)
  const persons = await readPersons(
    sql,
    rows.map(({ pathwayId }) => pathwayId),
  )
  const { rows: failures } = await raw<{ id: number } & Pick<LetterDispatch, 'way' | 'state' | 'failure'>>`
    select distinct on (letter_id) letter_id as id, way, state, failure from letter_dispatch
    where letter_id = any(${rows.map(({ id }) => id)}::bigint[]) order by letter_id, id desc`.execute(sql)
  const failed = new Map(failures.map((each) => [each.id, each]))
  const unsent = rows.flatMap((letter) => {
    const person = persons.get(letter.pathwayId)
    if (person === undefined) return []
    const { id, pathwayId, title, recipient, signedBy, signedAt, mailAddress } = letter
    const last = failed.get(id)
    return {
      ...whose(person),
      ...{ id, pathwayId, title, recipient, signedBy, signedAt, mailAddress },
      outsideWays: outsideWaysOf(letter, setUp),
      held: heldBecause(letter, person),
      failure: last?.failure ?? null,
      failed: last === undefined ? null : dispatchWords(last),
    }
  })
  return withoutWords(await withFlags(sql, unsent, reader))
}

/** The log of sent letters, latest first. */
export const readSent = async (
  sql: Kysely<DB>,
  reader: Reader,
  state: DispatchState | null,
): Promise<SentLetter[]> => {
  const { rows } = await raw<Omit<SentLetter, 'flags' | 'dispatch'> & { dispatch: LetterDispatch }>`
    select letter.id, letter.pathway_id as "pathwayId", letter.title, letter.recipient, patient.id as "patientId",
      patient.family_name as "familyName", patient.first_name as "firstName", name_prefix.name as "namePrefix",
      patient.nhs_number as "nhsNumber",
      (select to_jsonb(sent) from (select ${dispatchFields}) as sent) as dispatch
    from letter_dispatch as dispatch
    join letter on letter.id = dispatch.letter_id
    join pathway on pathway.id = letter.pathway_id and pathway.is_active
    join patient on patient.id = pathway.patient_id and patient.is_active
    left join name_prefix on name_prefix.id = patient.name_prefix_id
    left join app_user as sender on sender.id = dispatch.created_by
    where ${state === null ? raw`true` : raw`dispatch.state = ${state}`}
    order by dispatch.id desc limit ${mostLettersShown}`.execute(sql)
  return withoutWords(await withFlags(sql, rows, reader))
}

/** Hides the title for a withheld record, because the title can reveal something about the patient. */
const withoutWords = <Row extends { title: string; isWithheld?: true }>(rows: readonly Row[]): Row[] =>
  rows.map((row) => (row.isWithheld === true ? { ...row, title: 'Letter' } : row))

/** How many letters did not arrive and still wait for somebody, of every referral, also of closed ones. */
export const countUnarrived = async (sql: Kysely<DB>): Promise<{ letters: number }> => {
  const { rows } = await raw<{ letters: number }>`
    select count(*) as letters
    from (select distinct letter_id from letter_dispatch where state = 'failed') as failed
    join letter on letter.id = failed.letter_id
    join document on document.id = letter.document_id and document.is_active
    join pathway on pathway.id = letter.pathway_id and pathway.is_active
    join patient on patient.id = pathway.patient_id and patient.is_active
    where ${isUnsent}`.execute(sql)
  return rows[0] ?? { letters: 0 }
}
