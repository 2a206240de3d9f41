import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import type { InputOf } from '../../../contract/platform/calls/endpoint.ts'
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
import { aClinician, aPathway, done, type Saved } from '../world/factories.ts'
import { after, known, reads, readsNamed, writes, type KnownCall } from './knownCall.ts'
import type { World } from '../world/world.ts'

/** Gives the referral to a new clinician, so that its row changes each time. */
const owned = async (world: World): Promise<number> => {
  const clinicianId = await aClinician(world.service)
  await done(world, assignOwner, { pathwayIds: [world.pathway.id], clinicianId })
  return clinicianId
}

let tasks = 0

/** With a new text each time: the same task sent again within seconds counts as one. */
const taskInput = ({ pathway }: World): InputOf<typeof saveTask> => ({
  id: 0,
  pathwayId: pathway.id,
  text: `Ring about grab rail ${(tasks += 1)}`,
  dueDate: addDays(today(), 3),
})
const aTask = (world: World): Promise<Saved> => done(world, saveTask, taskInput(world))

const patientsOfUnowned = new Map<number, number>()

/** The calls about owners, tasks and Today. */
export const knownOwnerCalls: readonly KnownCall[] = [
  known(getOwner, ({ pathway }) => ({ pathwayId: pathway.id }), reads()),
  known(
    assignOwner,
    async ({ service, pathway }) => ({ pathwayIds: [pathway.id], clinicianId: await aClinician(service) }),
    writes(),
  ),
  known(handOver, async (world) => ({ clinicianId: await owned(world) }), writes()),
  known(caseloads, {}),
  known(caseload, async (world) => ({ clinicianId: await owned(world) })),
  known(ownedReferrals, async (world) => ({ clinicianId: await owned(world) }), reads()),
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
    reads(),
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
      // A new referral, which nobody owns.
      const pathway = await aPathway(service, user)
      patientsOfUnowned.set(pathway.id, pathway.patientId)
      return { pathwayId: pathway.id }
    },
    writes((_, { pathwayId }) => [patientsOfUnowned.get(Number(pathwayId)) ?? 0]),
  ),
  known(
    tasksOfPathway,
    after(aTask, ({ pathway }) => ({ pathwayId: pathway.id })),
    reads(),
  ),
  known(saveTask, taskInput, writes(), [
    {
      table: 'task',
      columns: taskColumns,
      existing: {
        input: async (world) => {
          const pathwayId = (await aPathway(world.service, world.user)).id
          const input = { ...taskInput(world), pathwayId }
          return { ...input, ...(await done(world, saveTask, input)) }
        },
        change: () => ({ text: 'Ring again about the grab rail' }),
      },
    },
  ]),
  known(closeTask, async (world) => ({ ...(await aTask(world)), closedNote: 'Rail fitted' }), writes()),
  known(
    reopenTask,
    async (world) => done(world, closeTask, { ...(await aTask(world)), closedNote: 'Rail fitted' }),
    writes(),
  ),
  known(taskHistory, async (world) => ({ id: (await aTask(world)).id }), reads()),
  known(getToday, {}, readsNamed),
  known(saveLateMail, { lateMail: false }),
]
