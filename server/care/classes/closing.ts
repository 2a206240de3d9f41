import {
  answerField,
  toClassField,
  type cancelSession,
  type closeClass,
} from '../../../contract/care/classes/closing.ts'
import { addDays, daysBetween, today, type CalendarDate } from '../../../contract/platform/dates/dates.ts'
import type { CheckedInputOf } from '../../../contract/platform/calls/endpoint.ts'
import { formatDate } from '../../../contract/platform/words/format.ts'
import type { RecordDeath } from '../../patients/patient/death.ts'
import { HttpProblem, notFound, ValidationProblem } from '../../platform/errors.ts'
import type { SavedRow, StoredRow } from '../../platform/writes/saveRow.ts'
import type { Writing } from '../../platform/writes/write.ts'
import type { Tell } from '../telling/tell.ts'
import { enrolPerson, leave } from './places.ts'
import { readDaysOff } from './read.ts'
import { saveClassRow } from './save.ts'

interface Closing {
  recordDeath: RecordDeath
  tell: Tell
}

/**
 * Ends a class early in one transaction: its later sessions go and their people are told, each answered person leaves,
 * and those who waited for a place wait no more, or wait for the class that was chosen for them. Throws if a session
 * after the last day is already recorded.
 */
export const close = async (
  writing: Writing,
  { id, version, lastDate, people, tell: isTold }: CheckedInputOf<typeof closeClass>,
  { recordDeath, tell }: Closing,
): Promise<SavedRow> => {
  const of = await readStored(writing, id)
  const saved = await shorten(writing, { id, version, lastDate }, isTold === false ? null : tell)
  const waiting = await placesOf(writing, id, ['waiting', 'offered'])
  for (const place of waiting) {
    const toClassId = people.find(({ placeId }) => placeId === place.id)?.toClassId ?? null
    const left = { leftDate: today(), leftReason: 'serviceEnded' } as const
    await leave(writing, { ...left, id: place.id, version: place.version }, recordDeath)
    if (toClassId !== null)
      await enrolIn(writing, toClassId, place, recordDeath).catch(beside(toClassField(place.id)))
    else if (isTold !== false)
      await tell(writing, {
        ...{ pathwayId: place.pathwayId, what: 'waitEnded', appointmentId: null },
        ...{ about: `the class “${of.name}”`, type: 'clinic', day: lastDate, time: of.start_time },
      })
  }
  const ofMembers = people.filter(({ placeId }) => waiting.every((place) => place.id !== placeId))
  if (lastDate > today() && ofMembers.length > 0)
    throw new ValidationProblem({ people: 'Say how each person goes on once the class is over' })
  const joined = await placesOf(writing, id, ['joined'])
  // No list or task would ever name them as people of a class that is over.
  if (lastDate < of.first_date) assertAnswered(joined, ofMembers)
  for (const { placeId, toClassId = null, ...answer } of ofMembers) {
    const member = joined.find((place) => place.id === placeId)
    if (member === undefined)
      throw new ValidationProblem({ [answerField(placeId)]: 'This person is no longer in the class' })
    await leave(writing, { ...answer, id: placeId, leftDate: lastDate }, recordDeath).catch(
      beside(answerField(placeId)),
    )
    // Who has a place does not wait any more: a wait in the other class begins now.
    if (toClassId !== null)
      await enrolIn(writing, toClassId, { ...member, waitingSince: null }, recordDeath).catch(
        beside(toClassField(placeId)),
      )
  }
  return saved
}

const assertAnswered = (joined: readonly Place[], people: readonly { placeId: number }[]): void => {
  const open = joined.filter(({ id }) => people.every(({ placeId }) => placeId !== id))
  if (open.length > 0)
    throw new ValidationProblem(
      Object.fromEntries(
        open.map(({ id }) => [answerField(id), 'The class never took place: say how this person goes on']),
      ),
    )
}

type Place = Awaited<ReturnType<typeof placesOf>>[number]

/** Says an answer's fault beside it, because the form asks about many people. */
const beside =
  (field: string) =>
  (error: unknown): never => {
    if (error instanceof ValidationProblem)
      throw new ValidationProblem({ [field]: Object.values(error.fields).join('. ') })
    if (error instanceof HttpProblem && error.status === 409 && error.more?.conflict === undefined)
      throw new ValidationProblem({ [field]: error.message })
    throw error
  }

const enrolIn = (
  writing: Writing,
  classId: number,
  { pathwayId, transport, waitingSince }: Place,
  recordDeath: RecordDeath,
) =>
  enrolPerson(writing, { pathwayId, classId, transport, unusualConfirmed: true }, recordDeath, waitingSince)

type State = 'waiting' | 'offered' | 'joined'

const placesOf = ({ sql }: Writing, classId: number, states: readonly State[]) =>
  sql
    .selectFrom('class_place')
    .innerJoin('class_member as member', 'member.id', 'class_place.id')
    .select(['class_place.id', 'class_place.version', 'class_place.pathway_id as pathwayId'])
    .select(['class_place.transport', 'class_place.waiting_since as waitingSince'])
    .where('class_place.class_id', '=', classId)
    .where('class_place.state', 'in', states)
    .where('member.ended_how', 'is', null)
    // The table holds only these codes.
    .$narrowType<{ transport: 'own' | 'needed' | 'arranged' }>()
    .orderBy('class_place.waiting_since')
    .orderBy('class_place.pathway_id')
    .execute()

/** Sets the weeks so that the class has no session after the last day. */
const shorten = async (
  writing: Writing,
  { id, version, lastDate }: { id: number; version: number | undefined; lastDate: CalendarDate },
  tell: Tell | null,
): Promise<SavedRow> => {
  const of = await readStored(writing, id)
  const recorded = await writing.sql
    .selectFrom('class_session')
    .select('session_date')
    .where('class_id', '=', id)
    .where('session_date', '>', lastDate)
    .where('recorded_at', 'is not', null)
    .orderBy('session_date', 'desc')
    .executeTakeFirst()
  if (recorded !== undefined)
    throw new HttpProblem(
      409,
      'conflict',
      `The session of ${formatDate(recorded.session_date)} is recorded, so the class did not end before it.`,
    )
  if (lastDate > today() && lastDate >= addDays(of.first_date, 7 * (of.weeks - 1)))
    throw new ValidationProblem({ lastDate: 'The class has no session after this day' })
  const weeks = Math.min(of.weeks, Math.max(1, Math.floor(daysBetween(of.first_date, lastDate) / 7) + 1))
  // A class that ends before it begins keeps one week, whose day is off.
  const off = await readDaysOff(writing.sql, id)
  const daysOff = lastDate < of.first_date ? [...off, of.first_date] : off
  const kept = daysOff.filter((day) => day < addDays(of.first_date, 7 * weeks))
  return saveClassRow(writing, { ...asStored(of), version, weeks, daysOff: kept }, tell)
}

type Stored = StoredRow<'exercise_class'>

const readStored = async ({ sql }: Writing, id: number): Promise<Stored> => {
  const of = await sql.selectFrom('exercise_class').selectAll().where('id', '=', id).executeTakeFirst()
  if (of === undefined) throw notFound()
  return of
}

/** The class as a save that changes nothing. */
const asStored = (of: Stored) => ({
  ...{ id: of.id, name: of.name, exerciseTypeId: of.exercise_type_id, locationId: of.location_id },
  ...{ firstDate: of.first_date, startTime: of.start_time, minutes: of.minutes, weeks: of.weeks },
  ...{ clinicianId: of.clinician_id, qualification: of.qualification, capacity: of.capacity },
  ...{ qualificationExpires: of.qualification_expires, unusualConfirmed: true },
})

/** Makes the day of a session to come a day off, and tells everybody who was expected. */
export const cancelDay = async (
  writing: Writing,
  { id, tell: isTold }: CheckedInputOf<typeof cancelSession>,
  tell: Tell,
): Promise<SavedRow> => {
  const session = await writing.sql
    .selectFrom('class_session')
    .select(['class_id', 'session_date', 'recorded_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (session === undefined) throw notFound()
  const { class_id: classId, session_date: day } = session
  if (session.recorded_at !== null)
    throw new HttpProblem(409, 'conflict', 'This session is recorded, so it took place.')
  if (day < today())
    throw new HttpProblem(
      409,
      'conflict',
      'The day of this session has passed, so it can no longer be cancelled.',
    )
  const of = await readStored(writing, classId)
  const daysOff = [...(await readDaysOff(writing.sql, classId)), day]
  return saveClassRow(
    writing,
    { ...asStored(of), version: of.version, daysOff },
    isTold === false ? null : tell,
  )
}
