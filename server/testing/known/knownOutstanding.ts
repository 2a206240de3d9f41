import { randomUUID } from 'node:crypto'
import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import type { Endpoint, InputOf } from '../../../contract/platform/calls/endpoint.ts'
import { listOutstanding } from '../../../contract/pathways/outstanding.ts'
import { equipmentAssessment } from '../../../contract/pathways/records/equipmentAssessment.ts'
import { saveEquipmentProgress } from '../../../contract/pathways/records/equipmentProgress.ts'
import { onwardReferral } from '../../../contract/pathways/records/onwardReferral.ts'
import { saveOnwardProgress } from '../../../contract/pathways/records/onwardProgress.ts'
import { aClinician, expectSaved, firstOf, type Saved } from '../world/factories.ts'
import type { KnownCall } from './knownCall.ts'
import type { Wire } from '../values/request.ts'
import type { TestService } from '../process/service.ts'
import type { TestUser } from '../world/users.ts'
import type { World } from '../world/world.ts'

/** So that the same twice within seconds is two, and not taken for one that was sent again. */
const another = () => ({ 'idempotency-key': randomUUID() })

/** Equipment of a referral, by the specified save with what is added to it. */
export const someEquipment = async (
  service: TestService,
  user: TestUser,
  pathwayId: number,
  overrides: Partial<InputOf<typeof equipmentAssessment.save>> = {},
): Promise<Saved> =>
  expectSaved(
    'equipment',
    await service.ask(
      equipmentAssessment.save,
      {
        id: 0,
        pathwayId,
        equipmentId: await firstOf(service, 'equipment'),
        other: 'For the bathroom',
        ...overrides,
      },
      user,
      another(),
    ),
  )

/** The same of an onward referral. */
export const anOnwardReferral = async (
  service: TestService,
  user: TestUser,
  pathwayId: number,
  overrides: Partial<InputOf<typeof onwardReferral.save>> = {},
): Promise<Saved> =>
  expectSaved(
    'onward referral',
    await service.ask(
      onwardReferral.save,
      {
        id: 0,
        pathwayId,
        referralDate: addDays(today(), -10),
        referralClinicianId: await aClinician(service),
        referToId: await firstOf(service, 'refer_to'),
        referralMethodId: await firstOf(service, 'method'),
        ...overrides,
      },
      user,
      another(),
    ),
  )

const known = <E extends Endpoint>(
  call: E,
  input: (world: World) => InputOf<E> | Promise<InputOf<E>>,
  patientData: KnownCall['patientData'] = null,
): KnownCall => ({ call, input: async (world) => (await input(world)) as Wire, patientData, saves: [] })

const writes: KnownCall['patientData'] = { use: 'write', of: ({ patient }) => [patient.id] }

/** The calls about what others were asked for. */
export const knownOutstandingCalls: readonly KnownCall[] = [
  known(
    listOutstanding,
    async ({ service, user, pathway }) => {
      await anOnwardReferral(service, user, pathway.id, { referralDate: addDays(today(), -20) })
      return {}
    },
    { use: 'read', of: ({ patient }) => [patient.id] },
  ),
  known(
    saveEquipmentProgress,
    async ({ service, user, pathway }) => ({
      ...(await someEquipment(service, user, pathway.id)),
      pathwayId: pathway.id,
      orderedDate: addDays(today(), -3),
      fittedDate: today(),
    }),
    writes,
  ),
  known(
    saveOnwardProgress,
    async ({ service, user, pathway }) => ({
      ...(await anOnwardReferral(service, user, pathway.id)),
      pathwayId: pathway.id,
      receivedDate: today(),
      answer: 'accepted' as const,
    }),
    writes,
  ),
]
