import { addDays, type CalendarDate } from '../../../contract/platform/dates/dates.ts'
import {
  cancelReferral,
  reinstateReferral,
  savePathway,
} from '../../../contract/pathways/referral/pathway.ts'
import { savePatient } from '../../../contract/patients/patient.ts'
import type { Endpoint, InputOf } from '../../../contract/platform/calls/endpoint.ts'
import type { RecordKindName } from '../../../contract/pathways/records/kinds.ts'
import type { AppointmentOutcome } from '../../../contract/pathways/records/appointment.ts'
import type { CallOutcome } from '../../../contract/stages/callOutcome.ts'
import type { ContactType } from '../../../contract/pathways/records/contactNote.ts'
import type { NoPlanReason } from '../../../contract/stages/noPlanReasons.ts'
import { getClass, saveClass, type ClassView } from '../../../contract/care/classes/class.ts'
import {
  classesOfPathway,
  enrol,
  leaveClass,
  type PathwayClasses,
} from '../../../contract/care/classes/place.ts'
import { moveByDay, placeAtStart } from '../../pathways/worklists/dayMoves.ts'
import { aPathway, firstOf } from './factories.ts'
import { aClass } from '../known/knownClasses.ts'
import { caseOf, saveRecordOf, type Ground } from '../values/recordCases.ts'
import type { TestService } from '../process/service.ts'
import type { TestUser } from './users.ts'

/** What a story is told with: days count back from the day it begins on, and go on when time passes. */
export interface StoryWorld {
  service: TestService
  user: TestUser
  /** The day on which the story is told. */
  day: CalendarDate
  /** Sets the clock of this process; nothing else is faked. */
  setDay: (day: CalendarDate) => void
  ground: Ground
  patient: InputOf<typeof savePatient>
  /** The referral that later steps are about, where it is not the first. */
  other: { id: number } | null
  made: { kind: RecordKindName; id: number }[]
  /** The first day of a plan that a step booked ahead. */
  booked?: CalendarDate
  /** The class that later steps are about, and the place of somebody else in it. */
  inClass?: { classId: number; otherPlaceId: number | null }
}
export type Step = (world: StoryWorld) => Promise<void>

export const ago = ({ day }: StoryWorld, days: number): CalendarDate => addDays(day, -days)

const expectDone = ({ status, body }: { status: number; body: unknown }): unknown => {
  if (status !== 200) throw new Error(`A step of the story was refused: ${status} ${JSON.stringify(body)}`)
  return body
}

let asked = 0
export const ask = async <E extends Endpoint>(
  { service, user }: StoryWorld,
  endpoint: E,
  input: InputOf<E>,
) => {
  asked += 1
  return expectDone(await service.ask(endpoint, input, user, { 'idempotency-key': `story-${asked}` }))
}

const versionOf = async ({ service }: StoryWorld, table: string, id: number): Promise<number> => {
  const { rows } = await service.db.owner.query<{ version: number }>(
    `select version from ${table} where id = $1`,
    [id],
  )
  return rows[0]?.version ?? 0
}

const record = async (
  world: StoryWorld,
  kind: RecordKindName,
  fields: Record<string, unknown>,
): Promise<void> => {
  const saved = await saveRecordOf(world.service, world.user, caseOf(kind), world.ground, fields)
  const { id } = expectDone(saved) as { id: number }
  if (fields['id'] === undefined) world.made.push({ kind, id })
}

const lastOf = ({ made }: StoryWorld, kind: RecordKindName): number => {
  const found = made.findLast((each) => each.kind === kind)
  if (found === undefined) throw new Error(`The story has no ${kind} yet`)
  return found.id
}

const change = async (
  world: StoryWorld,
  kind: RecordKindName,
  fields: Record<string, unknown>,
): Promise<void> => {
  const id = lastOf(world, kind)
  const version = await versionOf(world, caseOf(kind).table, id)
  const { rows } = await world.service.db.owner.query<{ day: string }>(
    `select ${kind === 'exercise' ? 'exercise_plan_date' : 'treatment_date'} as day from ${caseOf(kind).table} where id = $1`,
    [id],
  )
  const day = kind === 'exercise' ? 'exercisePlanDate' : 'treatmentDate'
  await record(world, kind, { id, version, [day]: rows[0]?.day, ...fields })
}

const coded = async ({ service }: StoryWorld, table: string, code: string): Promise<number> => {
  const { rows } = await service.db.owner.query<{ id: number }>(`select id from ${table} where code = $1`, [
    code,
  ])
  return rows[0]?.id ?? 0
}

export const frat =
  (days: number, to?: 'home' | 'died'): Step =>
  async (world) => {
    const { service } = world
    const dischargedTo =
      to === undefined
        ? null
        : to === 'home'
          ? await firstOf(service, 'discharged_to')
          : await coded(world, 'discharged_to', 'died')
    await record(world, 'frat', { assessmentDate: ago(world, days), dischargedTo })
  }

export const wellbeing =
  (days: number): Step =>
  (world) =>
    record(world, 'wellbeing', { assessmentDate: ago(world, days) })

export const assessed =
  (fratDays: number, wellbeingDays: number): Step =>
  async (world) => {
    await frat(fratDays)(world)
    await wellbeing(wellbeingDays)(world)
  }

export const treatment =
  (days: number, ended?: number): Step =>
  async (world) => {
    const goals = await firstOf(world.service, 'goals_achieved')
    if (days < 0) world.booked = ago(world, days)
    await record(world, 'treatmentPlan', {
      treatmentDate: ago(world, days),
      ...(ended === undefined ? {} : { goalsAchievedId: goals, endedDate: ago(world, ended) }),
    })
  }

/** Records or corrects the goals outcome. @param ended without it, no day is sent */
export const outcome =
  (ended?: number): Step =>
  async (world) =>
    change(world, 'treatmentPlan', {
      goalsAchievedId: await coded(world, 'goals_achieved', 'partially'),
      ...(ended === undefined ? {} : { endedDate: ago(world, ended) }),
    })

export const exercise =
  (days: number, completed?: number): Step =>
  (world) =>
    record(world, 'exercise', {
      exercisePlanDate: ago(world, days),
      completedDate: completed === undefined ? null : ago(world, completed),
    })
export const complete =
  (days: number): Step =>
  (world) =>
    change(world, 'exercise', { completedDate: ago(world, days) })

/** A plan from that day on, in a class that was to go on and is now over since another. */
export const classOver =
  (days: number, over: number): Step =>
  async (world) => {
    await exercise(days)(world)
    const { service, user, ground } = world
    const { id: classId } = await aClass(service, user, { firstDate: ago(world, days) })
    await ask(world, enrol, {
      ...{ pathwayId: ground.pathwayId, classId, transport: 'own', joinedDate: ago(world, days) },
    })
    const view = (await service.ask(getClass, { id: classId }, user)).body as ClassView
    await ask(world, saveClass, { ...view, weeks: (days - over) / 7 + 1 })
  }

/** What became of the place in that class. */
export const leavesClass =
  (days: number, answer: Pick<InputOf<typeof leaveClass>, 'leftReason' | 'planCompleted'>): Step =>
  async (world) => {
    const { service, user, ground } = world
    const { body } = await service.ask(classesOfPathway, { pathwayId: ground.pathwayId }, user)
    const [place] = (body as PathwayClasses).places
    await ask(world, leaveClass, {
      ...{ id: place?.id ?? 0, version: place?.version, leftDate: ago(world, days), ...answer },
    })
  }

/**
 * @param how without it, as the specified call has it
 * @param died when the person died, as the call tells
 */
export const call =
  (days: number, how?: CallOutcome, died?: number): Step =>
  (world) =>
    record(world, 'followup', {
      callDate: ago(world, days),
      ...(how === undefined ? {} : { outcome: how }),
      ...(died === undefined ? {} : { deceasedDate: ago(world, died) }),
    })

/** A call as a screen records it, which asks whether an early one counts. */
export const askedCall =
  (days: number, countsEarly = false): Step =>
  (world) =>
    record(world, 'followup', { callDate: ago(world, days), outcome: 'reached', countsEarly })

export const appointment =
  (days: number, how: AppointmentOutcome): Step =>
  (world) =>
    record(world, 'appointment', { appointmentDate: ago(world, days), startTime: '10:00', outcome: how })

/** The plan gets another first day. */
export const movePlan =
  (days: number): Step =>
  (world) =>
    change(world, 'treatmentPlan', { treatmentDate: ago(world, days) })

export const note =
  (days: number, contactType: ContactType): Step =>
  (world) =>
    record(world, 'contactNote', { contactDate: ago(world, days), contactType })

/** A call, and the letter that says that the person could not be reached. */
export const letterAfter =
  (made: Step, days: number): Step =>
  async (world) => {
    await made(world)
    const id = lastOf(world, 'followup')
    const { rows } = await world.service.db.owner.query<{ version: number; day: string }>(
      'select version, call_date as day from followup where id = $1',
      [id],
    )
    const { version, day: callDate } = rows[0] ?? {}
    await record(world, 'followup', { id, version, callDate, letterSentDate: ago(world, days) })
  }

export const noPlan =
  (days: number, reason: NoPlanReason = 'equipmentOnly'): Step =>
  (world) =>
    record(world, 'noPlanDecision', { decisionDate: ago(world, days), reason })

const takeOut =
  (kind: RecordKindName, how: 'delete' | 'restore'): Step =>
  async (world) => {
    const { calls, table } = caseOf(kind)
    const id = lastOf(world, kind)
    const version = await versionOf(world, table, id)
    await ask(world, calls[how], how === 'delete' ? { id, version } : { id })
  }
export const remove = (kind: RecordKindName): Step => takeOut(kind, 'delete')
export const restore = (kind: RecordKindName): Step => takeOut(kind, 'restore')

const pathwayOf = async (world: StoryWorld) => {
  const id = world.other?.id ?? world.ground.pathwayId
  return { id, patientId: world.ground.patientId, version: await versionOf(world, 'pathway', id) }
}

/** @param days null clears it */
export const receivedOn =
  (days: number | null): Step =>
  async (world) => {
    const receivedDate = days === null ? null : ago(world, days)
    await ask(world, savePathway, { ...(await pathwayOf(world)), receivedDate })
  }

export const discharge =
  (days: number, reason?: 'died', died?: number): Step =>
  async (world) => {
    await ask(world, savePathway, {
      ...(await pathwayOf(world)),
      dischargeDate: ago(world, days),
      ...(reason === undefined ? {} : { dischargeReasonId: await coded(world, 'discharge_reason', 'died') }),
      ...(died === undefined ? {} : { deceasedDate: ago(world, died) }),
    })
  }
export const reopen: Step = async (world) => {
  await ask(world, savePathway, { ...(await pathwayOf(world)), dischargeDate: null })
}
export const cancel =
  (days: number, reason?: 'died'): Step =>
  async (world) => {
    await ask(world, cancelReferral, {
      ...(await pathwayOf(world)),
      cancelReferralDate: ago(world, days),
      ...(reason === undefined
        ? {}
        : { declinedReferralId: await coded(world, 'declined_referral', 'died') }),
    })
  }
export const reinstate: Step = async (world) => {
  await ask(world, reinstateReferral, await pathwayOf(world))
}

/** A second referral of the same patient, which later steps of closing are about. */
export const refersAgain: Step = async (world) => {
  world.other = await aPathway(world.service, world.user, {
    patientId: world.ground.patientId,
    referralDate: ago(world, 20),
    secondReferral: true,
  })
}

const die = async (world: StoryWorld, deceasedDate: CalendarDate | null): Promise<void> => {
  const { patientId: id } = world.ground
  const version = await versionOf(world, 'patient', id)
  await ask(world, savePatient, { ...world.patient, id, version, deceasedDate })
}
export const diesOn =
  (days: number): Step =>
  (world) =>
    die(world, ago(world, days))
export const livesAgain: Step = (world) => die(world, null)

export const pass =
  (days: number): Step =>
  async (world) =>
    world.setDay(addDays(world.day, days))

/** What the queue does just after midnight in London. */
export const jobRuns: Step = async ({ service }) => {
  await moveByDay(service.db.sql)
}
/** What each start of the service does before it answers. */
export const restart: Step = async ({ service }) => {
  await placeAtStart(service.db.sql)
}

/** Time passes to a day, with the job of each night. */
export const bookedPlanMoves =
  (days: number): Step =>
  async (world) => {
    await pass(days)(world)
    await jobRuns(world)
  }

/** As above, but the job does not run until some days later. */
export const delayed = (days: number, late: number): Step => bookedPlanMoves(days + late)
