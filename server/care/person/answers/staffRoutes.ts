import type { FastifyInstance } from 'fastify'
import { sql as raw, type Kysely } from 'kysely'
import {
  mostAnswers,
  personAnswers,
  settlePersonAnswer,
  type PersonAnswer,
} from '../../../../contract/care/person/answer.ts'
import { saidInWords, saidKinds, type Said } from '../../../../contract/pathways/records/said.ts'
import { instantOf } from '../../../../contract/platform/words/format.ts'
import { closeTellings } from '../../../pathways/tasks/closeTellings.ts'
import { settleTasksOf } from '../../../pathways/tasks/settle.ts'
import type { DB } from '../../../platform/db/types.ts'
import { HttpProblem, notFound } from '../../../platform/errors.ts'
import { route } from '../../../platform/http/calls/route.ts'
import type { SavedRow } from '../../../platform/writes/saveRow.ts'
import type { Writing } from '../../../platform/writes/write.ts'
import { lockPathway } from '../../../stages/lock.ts'
import type { PersonService } from '../service.ts'

type Stored = Omit<PersonAnswer, 'words'> & { told: Omit<Said, 'kind'>; settledHow: string | null }

const readAnswers = async (sql: Kysely<DB>, pathwayId: number) => {
  const pathway = await sql
    .selectFrom('pathway')
    .select('patient_id as patientId')
    .where('id', '=', pathwayId)
    .where('is_active', '=', true)
    .executeTakeFirst()
  if (pathway === undefined) throw notFound()
  const { rows } = await raw<Stored>`
    select answer.id, answer.version, answer.kind, answer.told, answer.told_at as "saidAt", contact.name as "saidBy",
      answer.appointment_id as "appointmentId", answer.settled_at as "settledAt", settler.display_name as "settledBy",
      answer.settled_how as "settledHow"
    from person_answer as answer
    left join patient_contact as contact on contact.id = answer.contact_id
    left join app_user as settler on settler.id = answer.settled_by
    where answer.pathway_id = ${pathwayId} and answer.kind in (${raw.join([...saidKinds])})
    order by answer.settled_at is not null, answer.id desc limit ${mostAnswers}`.execute(sql)
  return {
    ...pathway,
    answers: rows.map(({ told, settledHow, ...row }) => {
      // Stored by keep.ts, in this form.
      const words = saidInWords({ kind: row.kind, ...told } as Said)
      return { ...row, words: settledHow === 'takenBack' ? `${words} (taken back)` : words }
    }),
  }
}

/** Settling again changes nothing. */
const settle = async (
  writing: Writing,
  { id, version }: { id: number; version?: number | undefined },
  now: number,
): Promise<SavedRow> => {
  const found = await writing.sql
    .selectFrom('person_answer')
    .select('pathway_id')
    .where('id', '=', id)
    // Answers to questions can be settled without a record, too.
    .where('kind', 'in', [...saidKinds, 'questions'])
    .executeTakeFirst()
  if (found === undefined) throw notFound()
  const pathway = await lockPathway(writing, found.pathway_id)
  if (!pathway.is_active) throw notFound()
  writing.trace({ patientIds: [pathway.patient_id], pathwayIds: [pathway.id] })
  const answer = await writing.sql
    .selectFrom('person_answer')
    .select(['version', 'settled_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (answer.settled_at !== null) return { id, version: answer.version }
  if (version !== undefined && version !== answer.version)
    throw new HttpProblem(409, 'conflict', 'Somebody changed this meanwhile. Look at it again.')
  const saved = { id, version: answer.version + 1 }
  await writing.sql
    .updateTable('person_answer')
    .set({
      version: saved.version,
      settled_at: instantOf(now),
      settled_by: writing.userId,
      settled_how: 'seen',
    })
    .where('id', '=', id)
    .execute()
  writing.trace({
    records: [
      { entity: 'personAnswer', ...saved, before: { settledHow: null }, after: { settledHow: 'seen' } },
    ],
  })
  await closeTellings(writing, raw`task.person_answer_id = ${id}`)
  writing.trace(await settleTasksOf(writing.sql, [pathway.id], writing.userId))
  return saved
}

/** Routes by which staff see and settle what was said on the own page of a patient. */
export const serveAnswers = (app: FastifyInstance, service: PersonService): void => {
  const { sql } = service.db
  route(
    app,
    service,
    personAnswers,
    { capability: 'patient.read', audit: 'read', idempotency: 'safe', rate: 'read' },
    async (call, { pathwayId }) => {
      const { patientId, answers } = await readAnswers(sql, pathwayId)
      call.showed({
        patientIds: [patientId],
        pathwayIds: [pathwayId],
        records: answers.map(({ id, version }) => ({ entity: 'personAnswer', id, version })),
      })
      return answers
    },
  )
  route(
    app,
    service,
    settlePersonAnswer,
    { capability: 'task.write', audit: 'write', idempotency: 'repeatable', rate: 'write' },
    (call, input) => call.write((writing) => settle(writing, input, service.clock())),
  )
}
