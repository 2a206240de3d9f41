import { getClass, listClasses, saveClass, type ClassView } from '../../../contract/care/classes/class.ts'
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
import type { Endpoint, InputOf } from '../../../contract/platform/calls/endpoint.ts'
import { exercise } from '../../../contract/pathways/records/exercise.ts'
import { classColumns } from '../../care/classes/columns.ts'
import { aClinician, aPathway, expectSaved, firstOf, type Saved } from '../world/factories.ts'
import type { KnownCall } from './knownCall.ts'
import type { Wire } from '../values/request.ts'
import type { TestService } from '../process/service.ts'
import type { TestUser } from '../world/users.ts'
import type { World } from '../world/world.ts'

let classes = 0

/** What makes one more class: it began two weeks ago today. */
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
): Promise<Saved> =>
  expectSaved('class', await service.ask(saveClass, await classInputOf(service, overrides), user))

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
  const plan = {
    id: 0,
    pathwayId,
    exercisePlanDate: addDays(today(), -21),
    clinicianId: await aClinician(service),
    exercisePlan: 'Strength and balance',
  }
  const { id: exerciseId } = expectSaved('plan', await service.ask(exercise.save, plan, user))
  return { pathwayId, patientId, exerciseId }
}

const known = <E extends Endpoint>(
  call: E,
  input: (world: World) => InputOf<E> | Promise<InputOf<E>>,
  patientData: KnownCall['patientData'] = null,
  saves: KnownCall['saves'] = [],
): KnownCall => ({ call, input: async (world) => (await input(world)) as Wire, patientData, saves })

/** A plan of the first patient that is open, so that a place can be given. */
const withPlan = async ({ service, user, pathway }: World): Promise<number> => {
  const open = await service.db.sql
    .selectFrom('exercise')
    .select('id')
    .where('pathway_id', '=', pathway.id)
    .where('is_active', '=', true)
    .where('completed_date', 'is', null)
    .where('exercise_plan_date', '<=', today())
    .executeTakeFirst()
  if (open !== undefined) return open.id
  const plan = {
    id: 0,
    pathwayId: pathway.id,
    exercisePlanDate: addDays(today(), -21),
    clinicianId: await aClinician(service),
    exercisePlan: 'Strength and balance',
  }
  return expectSaved('plan', await service.ask(exercise.save, plan, user)).id
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
  const { service, user } = world
  return {
    ...expectSaved('place', await service.ask(enrol, input, user)),
    classId: Number(input.classId),
  }
}

/** A place on the waiting list of a class of one, in which nobody has a place any more. */
const aWaiting = async (world: World): Promise<Saved> => {
  const { service, user } = world
  const { id: classId } = await aClass(service, user, { capacity: 1 })
  const other = await inExercise(service, user)
  const first = expectSaved(
    'place',
    await service.ask(enrol, { pathwayId: other.pathwayId, classId, transport: 'own' }, user),
  )
  const place = expectSaved('place', await service.ask(enrol, await enrolInput(world, classId), user))
  const leaves: InputOf<typeof leaveClass> = { ...first, leftDate: today(), leftReason: 'ill' }
  expectSaved('place', await service.ask(leaveClass, leaves, user))
  return { id: place.id, version: place.version }
}

const aRegister = async (world: World): Promise<{ sessionId: number; placeId: number }> => {
  const { id: placeId, classId } = await aPlace(world)
  const [first] = await sessionsOf(world.service, world.user, classId)
  return { sessionId: first?.id ?? 0, placeId }
}

/** A class that was given more people (growWorld.ts), else one with a place. */
const aClassWithPeople = async (world: World): Promise<number> => {
  const { rows } = await world.service.db.owner.query<{ id: number }>(
    'select class_id as id from class_place group by class_id having count(*) > 5 limit 1',
  )
  return rows[0]?.id ?? (await aPlace(world)).classId
}

const reads: KnownCall['patientData'] = { use: 'read', of: ({ patient }) => [patient.id] }
const writes: KnownCall['patientData'] = { use: 'write', of: ({ patient }) => [patient.id] }

/** The calls about classes. */
export const knownClassCalls: readonly KnownCall[] = [
  known(listClasses, () => ({})),
  known(getClass, async ({ service, user }) => ({ id: (await aClass(service, user)).id })),
  known(saveClass, ({ service }) => classInputOf(service), null, [
    {
      table: 'exercise_class',
      columns: classColumns,
      existing: {
        input: async ({ service, user }) => {
          const input = await classInputOf(service)
          return { ...input, ...expectSaved('class', await service.ask(saveClass, input, user)) }
        },
        change: () => ({ startTime: '14:00' }),
      },
    },
  ]),
  known(enrol, (world) => enrolInput(world), writes),
  known(offerPlace, (world) => aWaiting(world), writes),
  known(
    acceptPlace,
    async (world) => {
      const { service, user } = world
      const { id, version } = expectSaved('offer', await service.ask(offerPlace, await aWaiting(world), user))
      return { id, version }
    },
    writes,
  ),
  known(
    leaveClass,
    async (world) => {
      const { id, version } = await aPlace(world)
      return { id, version, leftDate: today(), leftReason: 'ill' as const }
    },
    writes,
  ),
  known(classPeople, async (world) => ({ id: await aClassWithPeople(world) }), reads),
  known(
    classesOfPathway,
    async (world) => {
      await aPlace(world)
      return { pathwayId: world.pathway.id }
    },
    reads,
  ),
  known(
    getRegister,
    async (world) => {
      const [first] = await sessionsOf(world.service, world.user, await aClassWithPeople(world))
      return { id: first?.id ?? 0 }
    },
    reads,
  ),
  known(
    markAttendance,
    async (world) => ({ ...(await aRegister(world)), attendanceStatus: '5' as const }),
    writes,
  ),
  known(saveSession, async ({ service, user }) => {
    const { id: classId } = await aClass(service, user)
    const [first] = await sessionsOf(service, user, classId)
    return { id: first?.id ?? 0, version: 1, minutes: 75, clinicianId: await aClinician(service) }
  }),
  known(
    saveHomeExercise,
    async (world) => ({
      pathwayId: world.pathway.id,
      exerciseId: await aPlan(world),
      weekDate: today(),
      minutes: 90,
    }),
    writes,
  ),
]

/** A plan of its own, of which no week is known yet. */
const aPlan = async ({ service, user, pathway }: World): Promise<number> => {
  const plan = {
    id: 0,
    pathwayId: pathway.id,
    exercisePlanDate: addDays(today(), -21),
    clinicianId: await aClinician(service),
    exercisePlan: 'Strength and balance',
  }
  return expectSaved('plan', await service.ask(exercise.save, plan, user)).id
}
