import { getClass, listClasses, saveClass, type ClassView } from '../../../contract/care/classes/class.ts'
import { cancelSession, closeClass } from '../../../contract/care/classes/closing.ts'
import { saveParts } from '../../../contract/care/classes/fidelity.ts'
import { saveHomeExercise } from '../../../contract/care/classes/homeExercise.ts'
import {
  acceptPlace,
  classesOfPathway,
  classPeople,
  enrol,
  leaveClass,
  offerPlace,
} from '../../../contract/care/classes/place.ts'
import { getRegister, markAttendance, saveSession } from '../../../contract/care/classes/register.ts'
import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import type { InputOf } from '../../../contract/platform/calls/endpoint.ts'
import { exercise } from '../../../contract/pathways/records/exercise.ts'
import { classColumns } from '../../care/classes/columns.ts'
import { aClinician, aPathway, done, firstOf, type Saved } from '../world/factories.ts'
import { after, known, knownSave, reads, writes, type KnownCall } from './knownCall.ts'
import type { TestService } from '../process/service.ts'
import type { TestUser } from '../world/users.ts'
import type { World } from '../world/world.ts'

let classes = 0

/** Input for a new class, which began two weeks ago today. */
export const classInputOf = async (
  service: TestService,
  overrides: Partial<InputOf<typeof saveClass>> = {},
): Promise<InputOf<typeof saveClass>> => {
  classes += 1
  return {
    id: 0,
    name: `Steady steps ${classes}`,
    exerciseTypeId: await firstOf(service, 'exercise_type'),
    locationId: await firstOf(service, 'location'),
    firstDate: addDays(today(), -14),
    startTime: '10:30',
    minutes: 60,
    weeks: 24,
    clinicianId: await aClinician(service),
    capacity: 12,
    ...overrides,
  }
}

export const aClass = async (
  service: TestService,
  user: TestUser,
  overrides: Partial<InputOf<typeof saveClass>> = {},
): Promise<Saved> => done({ service, user }, saveClass, await classInputOf(service, overrides))

export const sessionsOf = async (
  service: TestService,
  user: TestUser,
  classId: number,
): Promise<ClassView['sessions']> =>
  ((await service.ask(getClass, { id: classId }, user)).body as ClassView).sessions

/** A referral in exercise: its plan began three weeks ago. */
export const inExercise = async (
  service: TestService,
  user: TestUser,
): Promise<{ pathwayId: number; patientId: number; exerciseId: number }> => {
  const { id: pathwayId, patientId } = await aPathway(service, user)
  return { pathwayId, patientId, exerciseId: await aPlan(service, user, pathwayId) }
}

const aPlan = async (service: TestService, user: TestUser, pathwayId: number): Promise<number> => {
  const plan = {
    id: 0,
    pathwayId,
    exercisePlanDate: addDays(today(), -21),
    clinicianId: await aClinician(service),
    exercisePlan: 'Strength and balance',
  }
  return (await done({ service, user }, exercise.save, plan)).id
}

/** Gives the first patient an open plan, which a place requires. */
const withPlan = async ({ service, user, pathway }: World): Promise<void> => {
  const open = await service.db.sql
    .selectFrom('exercise')
    .select('id')
    .where('pathway_id', '=', pathway.id)
    .where('is_active', '=', true)
    .where('completed_date', 'is', null)
    .where('exercise_plan_date', '<=', today())
    .executeTakeFirst()
  if (open === undefined) await aPlan(service, user, pathway.id)
}

const enrolInput = async (world: World, classId?: number): Promise<InputOf<typeof enrol>> => {
  await withPlan(world)
  const { service, user, pathway } = world
  return {
    pathwayId: pathway.id,
    classId: classId ?? (await aClass(service, user)).id,
    transport: 'needed',
    joinedDate: addDays(today(), -14),
  }
}

const aPlace = async (world: World): Promise<Saved & { classId: number }> => {
  const input = await enrolInput(world)
  return { ...(await done(world, enrol, input)), classId: Number(input.classId) }
}

/** A place on the waiting list of a class of one, in which nobody has a place any more. */
const aWaiting = async (world: World): Promise<Saved> => {
  const { service, user } = world
  const { id: classId } = await aClass(service, user, { capacity: 1 })
  const { pathwayId } = await inExercise(service, user)
  const first = await done(world, enrol, { pathwayId, classId, transport: 'own' })
  const { id, version } = await done(world, enrol, await enrolInput(world, classId))
  await done(world, leaveClass, { ...first, leftDate: today(), leftReason: 'ill' })
  return { id, version }
}

const aRegister = async (world: World): Promise<{ sessionId: number; placeId: number }> => {
  const { id: placeId, classId } = await aPlace(world)
  const [first] = await sessionsOf(world.service, world.user, classId)
  return { sessionId: first?.id ?? 0, placeId }
}

/** A class to which growWorld.ts has added people, otherwise one with a place. */
const aClassWithPeople = async (world: World): Promise<number> => {
  const { rows } = await world.service.db.owner.query<{ id: number }>(
    'select class_id as id from class_place group by class_id having count(*) > 5 limit 1',
  )
  return rows[0]?.id ?? (await aPlace(world)).classId
}

/** The calls about classes. */
export const knownClassCalls: readonly KnownCall[] = [
  known(listClasses, {}),
  known(getClass, async ({ service, user }) => ({ id: (await aClass(service, user)).id })),
  knownSave(
    saveClass,
    ({ service }) => classInputOf(service),
    { startTime: '14:00' },
    {
      table: 'exercise_class',
      columns: classColumns,
    },
  ),
  known(enrol, (world) => enrolInput(world), writes()),
  known(offerPlace, aWaiting, writes()),
  known(
    acceptPlace,
    async (world) => {
      const { id, version } = await done(world, offerPlace, await aWaiting(world))
      return { id, version }
    },
    writes(),
  ),
  known(
    leaveClass,
    async (world) => {
      const { id, version } = await aPlace(world)
      return { id, version, leftDate: today(), leftReason: 'ill' as const }
    },
    writes(),
  ),
  known(closeClass, async ({ service, user }) => ({
    ...(await aClass(service, user)),
    lastDate: today(),
    people: [],
  })),
  known(cancelSession, async ({ service, user }) => {
    const { id: classId } = await aClass(service, user)
    return { id: (await sessionsOf(service, user, classId)).at(-1)?.id ?? 0 }
  }),
  known(saveParts, async ({ service, user }) => {
    const { id: classId } = await aClass(service, user)
    const [first] = await sessionsOf(service, user, classId)
    return { id: first?.id ?? 0, version: 1, partsDone: ['strength' as const], exceptions: [] }
  }),
  known(classPeople, async (world) => ({ id: await aClassWithPeople(world) }), reads()),
  known(
    classesOfPathway,
    after(aPlace, ({ pathway }) => ({ pathwayId: pathway.id })),
    reads(),
  ),
  known(
    getRegister,
    async (world) => {
      const [first] = await sessionsOf(world.service, world.user, await aClassWithPeople(world))
      return { id: first?.id ?? 0 }
    },
    reads(),
  ),
  known(
    markAttendance,
    async (world) => ({ ...(await aRegister(world)), attendanceStatus: '5' as const }),
    writes(),
  ),
  known(saveSession, async ({ service, user }) => {
    const { id: classId } = await aClass(service, user)
    const [first] = await sessionsOf(service, user, classId)
    return { id: first?.id ?? 0, version: 1, minutes: 75, clinicianId: await aClinician(service) }
  }),
  known(
    saveHomeExercise,
    async ({ service, user, pathway }) => ({
      pathwayId: pathway.id,
      // A new plan, of which no week is known yet.
      exerciseId: await aPlan(service, user, pathway.id),
      weekDate: today(),
      minutes: 90,
    }),
    writes(),
  ),
]
