import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import type { Endpoint, InputOf } from '../../../contract/platform/calls/endpoint.ts'
import {
  assignOwner,
  caseload,
  caseloads,
  getOwner,
  handOver,
  ownedReferrals,
  ownerHistory,
  takeReferral,
} from '../../../contract/pathways/owner.ts'
import {
  closeTask,
  reopenTask,
  saveTask,
  taskHistory,
  tasksOfPathway,
} from '../../../contract/pathways/task.ts'
import { getToday, saveLateMail } from '../../../contract/pathways/today.ts'
import { taskColumns } from '../../pathways/tasks/columns.ts'
import { aClinician, aPathway, type Saved } from '../world/factories.ts'
import type { KnownCall } from './knownCall.ts'
import type { Wire } from '../values/request.ts'
import type { World } from '../world/world.ts'

const known = <E extends Endpoint>(
  call: E,
  input: (world: World) => InputOf<E> | Promise<InputOf<E>>,
  patientData: KnownCall['patientData'] = null,
  saves: KnownCall['saves'] = [],
): KnownCall => ({ call, input: async (world) => (await input(world)) as Wire, patientData, saves })

const thePatient = ({ patient }: World) => [patient.id]
const reads: KnownCall['patientData'] = { use: 'read', of: thePatient }
const writes: KnownCall['patientData'] = { use: 'write', of: thePatient }

const saved = async ({ service, user }: World, call: Endpoint, input: Wire): Promise<Saved> => {
  const { status, body } = await service.ask(call, input, user)
  if (status !== 200) throw new Error(`${call.path} was refused: ${status} ${JSON.stringify(body)}`)
  return body as Saved
}

/** Each gets a clinician of its own, so that the row of the referral changes. */
const owned = async (world: World): Promise<number> => {
  const { service, pathway } = world
  const clinicianId = await aClinician(service)
  await saved(world, assignOwner, { pathwayIds: [pathway.id], clinicianId })
  return clinicianId
}

let tasks = 0

/** Each of another text: what is sent again within seconds is taken for one task. */
const taskInput = ({ pathway }: World): InputOf<typeof saveTask> => ({
  id: 0,
  pathwayId: pathway.id,
  text: `Ring about grab rail ${(tasks += 1)}`,
  dueDate: addDays(today(), 3),
})
const aTask = async (world: World): Promise<Saved> => saved(world, saveTask, taskInput(world) as Wire)

const patientsOfUnowned = new Map<number, number>()

/** The calls about owners, tasks and Today. */
export const knownOwnerCalls: readonly KnownCall[] = [
  known(getOwner, ({ pathway }) => ({ pathwayId: pathway.id }), reads),
  known(
    assignOwner,
    async ({ service, pathway }) => ({ pathwayIds: [pathway.id], clinicianId: await aClinician(service) }),
    writes,
  ),
  known(handOver, async (world) => ({ clinicianId: await owned(world) }), writes),
  known(caseloads, () => ({})),
  known(caseload, async (world) => ({ clinicianId: await owned(world) })),
  known(ownedReferrals, async (world) => ({ clinicianId: await owned(world) }), reads),
  known(
    ownerHistory,
    async (world) => {
      await owned(world)
      const { service, pathway } = world
      const { id } = await service.db.sql
        .selectFrom('pathway_owner')
        .select('id')
        .where('pathway_id', '=', pathway.id)
        .executeTakeFirstOrThrow()
      return { id }
    },
    reads,
  ),
  known(
    takeReferral,
    async ({ service, user }) => {
      const clinicianId = await aClinician(service)
      await service.db.sql
        .updateTable('app_user')
        .set({ clinician_id: clinicianId })
        .where('id', '=', user.userId)
        .execute()
      // Of its own, which the calls above have given to nobody.
      const pathway = await aPathway(service, user)
      patientsOfUnowned.set(pathway.id, pathway.patientId)
      return { pathwayId: pathway.id }
    },
    {
      use: 'write',
      of: (_, { pathwayId }) => [patientsOfUnowned.get(Number(pathwayId)) ?? 0],
    },
  ),
  known(
    tasksOfPathway,
    async (world) => {
      await aTask(world)
      return { pathwayId: world.pathway.id }
    },
    reads,
  ),
  known(saveTask, taskInput, writes, [
    {
      table: 'task',
      columns: taskColumns,
      existing: {
        input: async (world) => {
          const { service, user } = world
          const pathwayId = (await aPathway(service, user)).id
          const input = { ...taskInput(world), pathwayId }
          return { ...input, ...(await saved(world, saveTask, input)) }
        },
        change: () => ({ text: 'Ring again about the grab rail' }),
      },
    },
  ]),
  known(closeTask, async (world) => ({ ...(await aTask(world)), closedNote: 'Rail fitted' }), writes),
  known(
    reopenTask,
    async (world) => saved(world, closeTask, { ...(await aTask(world)), closedNote: 'Rail fitted' }),
    writes,
  ),
  known(taskHistory, async (world) => ({ id: (await aTask(world)).id }), reads),
  // Whoever has come up for the person or for nobody: its reply names them.
  known(getToday, () => ({}), { use: 'read', of: () => [] }),
  known(saveLateMail, () => ({ lateMail: false })),
]
