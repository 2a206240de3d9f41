import type { FastifyInstance } from 'fastify'
import { instantOf } from '../../../contract/platform/words/format.ts'
import { checkPatient, tracePerson, type TraceReply } from '../../../contract/exchange/pds/pds.ts'
import type { PdsOutcome } from '../../../contract/patients/numberStatus.ts'
import { HttpProblem, notFound } from '../../platform/errors.ts'
import { route, type Call } from '../../platform/http/calls/route.ts'
import type { Rights } from '../../platform/http/request/rights.ts'
import { changeRow, lockRow, type StoredRow } from '../../platform/writes/saveRow.ts'
import type { StaffWriting } from '../../platform/writes/write.ts'
import { withheldAmong } from '../../patients/flags/withheld.ts'
import { patientTable } from '../../patients/patient/columns.ts'
import { patientGone } from '../../patients/patient/gone.ts'
import { keepTrace, tracedColumns, type Trace } from '../../patients/patient/traces.ts'
import type { ExchangeService } from '../settings/settings.ts'
import { outcomeWords, type NationalAnswer } from './adapter/answer.ts'
import { findPerson } from './adapter/findPerson.ts'
import type { PersonSought } from './adapter/pds.ts'
import { genderCodes, inOurTerms } from './inOurTerms.ts'
import { noteDifferences } from './nightly/note.ts'

const rights = { capability: 'patient.write', idempotency: 'repeatable', rate: 'search' } as const
const traceRights: Rights = { ...rights, audit: 'read' }
const checkRights: Rights = { ...rights, audit: 'write' }

/** A question about one person: by the number if it is known, else by what else is. */
interface Question {
  nhsNumber: string | null
  sought: PersonSought | null
  /** The patient here, if it is about one. */
  patientId: number | null
}

/** Traces people on the click of a user who may edit patients. Replies 404 where no service is set up. */
export const servePds = (app: FastifyInstance, service: ExchangeService): void => {
  route(app, service, tracePerson, traceRights, async (call, input) => {
    const { nhsNumber, familyName, firstName, dateOfBirth, genderId, postcode } = input
    const sought =
      familyName == null || dateOfBirth == null
        ? null
        : {
            familyName,
            dateOfBirth,
            firstName: firstName ?? null,
            postcode: postcode ?? null,
            gender: await genderAsked(service, genderId ?? null),
          }
    const question = { nhsNumber, sought, patientId: null }
    const answer = await ask(call, question)
    return call.write(async (writing) => {
      const trace = traceOf(answer, nhsNumber, service.clock())
      writing.trace({ criteria: { ...reasonOf(question), outcome: outcomeWords(answer) } })
      return present(writing, answer, trace, null)
    })
  })
  route(app, service, checkPatient, checkRights, async (call, { patientId }) => {
    const patient = await service.db.sql
      .selectFrom('patient')
      .selectAll()
      .where('id', '=', patientId)
      .executeTakeFirst()
    if (patient === undefined) throw notFound()
    if (!patient.is_active) throw await patientGone(service.db.sql, patientId)
    const question = await questionAbout(service, patient)
    const answer = await ask(call, question)
    return call.write(async (writing) => {
      const trace = traceOf(answer, patient.nhs_number, service.clock())
      writing.trace({
        patientIds: [patientId],
        criteria: { ...reasonOf(question), outcome: outcomeWords(answer) },
      })
      await noteCheck(writing, patientId, trace)
      await noteDifferences(writing.sql, patientId, answer, service.clock())
      return present(writing, answer, trace, patientId)
    })
  })
}

const questionAbout = async (
  service: ExchangeService,
  patient: Pick<
    StoredRow<'patient'>,
    'id' | 'nhs_number' | 'family_name' | 'first_name' | 'date_of_birth' | 'gender_id' | 'postcode'
  >,
): Promise<Question> => {
  const { id, nhs_number: nhsNumber, date_of_birth: dateOfBirth } = patient
  if (nhsNumber === null && dateOfBirth === null)
    throw new HttpProblem(
      400,
      'bad-request',
      'A check needs the NHS number, or the date of birth. The record has neither.',
    )
  const sought =
    dateOfBirth === null
      ? null
      : {
          dateOfBirth,
          familyName: patient.family_name,
          firstName: patient.first_name,
          postcode: patient.postcode,
          gender: await genderAsked(service, patient.gender_id),
        }
  return { nhsNumber, sought, patientId: id }
}

/** Only genders that the national service knows are asked about. */
const genderAsked = async ({ db }: ExchangeService, id: number | null): Promise<PersonSought['gender']> => {
  if (id === null) return null
  const found = await db.sql.selectFrom('gender').select('code').where('id', '=', id).executeTakeFirst()
  const known = (['male', 'female', 'other'] as const).find((gender) => genderCodes[gender] === found?.code)
  return known ?? null
}

/** Why it leaves and how it is asked, for the audit trail: none of it says who the person is. */
const reasonOf = ({ nhsNumber, patientId }: Question) => ({
  purpose: patientId === null ? 'register a patient' : 'check a record',
  by: nhsNumber === null ? 'details' : 'NHS number',
})

/** Nothing leaves before the audit trail says that it does. */
const ask = async (call: Call<ExchangeService>, question: Question): Promise<NationalAnswer> => {
  const { pds } = call.service
  if (pds === null) throw notFound()
  const { nhsNumber, sought, patientId } = question
  await call.tellsOutside({
    ...(patientId === null ? {} : { patientIds: [patientId] }),
    criteria: reasonOf(question),
  })
  const answer: NationalAnswer =
    nhsNumber !== null
      ? await pds.service.retrieve(nhsNumber)
      : sought !== null
        ? await findPerson(pds.service, sought)
        : { outcome: 'none' }
  if (answer.outcome === 'away') call.log.warn({ part: 'pds', reason: answer.reason }, 'PDS is away')
  if (answer.outcome === 'notAllowed')
    call.log.error({ part: 'pds', reason: answer.code }, 'PDS does not accept this installation')
  return answer
}

const traceOf = (answer: NationalAnswer, asked: string | null, now: number): Trace => {
  const person = 'person' in answer ? answer.person : null
  return {
    outcome: answer.outcome,
    askedAt: instantOf(now),
    version: person?.version ?? null,
    askedNumber: asked,
    person:
      person === null
        ? null
        : {
            nhsNumber: person.nhsNumber,
            familyName: person.familyName,
            dateOfBirth: person.dateOfBirth,
          },
  }
}

/** Questions that were not answered say nothing of the record. */
const unanswered: ReadonlySet<PdsOutcome> = new Set(['refused', 'notAllowed', 'timedOut', 'slowDown', 'away'])

/** Notes on the record that it was checked, and what is known of its number now. */
const noteCheck = async (writing: StaffWriting, id: number, trace: Trace): Promise<void> => {
  if (unanswered.has(trace.outcome)) return
  const patient = await lockRow(writing, 'patient', id)
  if (!patient.is_active) throw await patientGone(writing.sql, id)
  const { nhs_number: nhsNumber, family_name: familyName, date_of_birth: dateOfBirth } = patient
  await changeRow(writing, {
    ...patientTable,
    id,
    version: patient.version,
    locked: patient,
    values: tracedColumns({ nhsNumber, familyName, dateOfBirth }, trace),
    patientId: id,
  })
}

const present = async (
  writing: StaffWriting,
  answer: NationalAnswer,
  trace: Trace,
  patientId: number | null,
): Promise<TraceReply> => {
  const { sql } = writing
  const person =
    'person' in answer
      ? await inOurTerms(sql, answer.person, answer.outcome === 'superseded' ? trace.askedNumber : null)
      : null
  const taken =
    person === null
      ? undefined
      : await sql
          .selectFrom('patient')
          .select('id')
          .where('nhs_number', '=', person.nhsNumber)
          .where('is_active', '=', true)
          .where('id', '<>', patientId ?? 0)
          .executeTakeFirst()
  const withheld = await withheldAmong(sql, taken === undefined ? [] : [taken.id], writing)
  return {
    traceId: await keepTrace(writing, trace),
    outcome: answer.outcome,
    waitSeconds: answer.outcome === 'slowDown' ? Math.ceil(answer.waitMs / 1000) : null,
    person,
    isTaken: taken !== undefined,
    takenBy: taken === undefined || withheld.has(taken.id) ? null : taken.id,
  }
}
