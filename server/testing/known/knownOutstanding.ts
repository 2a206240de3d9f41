import { randomUUID } from 'node:crypto'
import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import type { InputOf } from '../../../contract/platform/calls/endpoint.ts'
import { listOutstanding } from '../../../contract/pathways/outstanding.ts'
import { equipmentAssessment } from '../../../contract/pathways/records/equipmentAssessment.ts'
import { saveEquipmentProgress } from '../../../contract/pathways/records/equipmentProgress.ts'
import { onwardReferral } from '../../../contract/pathways/records/onwardReferral.ts'
import { saveOnwardProgress } from '../../../contract/pathways/records/onwardProgress.ts'
import { aClinician, expectSaved, firstOf, type Saved } from '../world/factories.ts'
import { after, known, nothing, reads, writes, type KnownCall } from './knownCall.ts'
import type { TestService } from '../process/service.ts'
import type { TestUser } from '../world/users.ts'

/** A new key, so that the same input twice within seconds makes two rows. */
const another = () => ({ 'idempotency-key': randomUUID() })

/** Equipment of a referral. */
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

/** The calls about outstanding equipment and onward referrals. */
export const knownOutstandingCalls: readonly KnownCall[] = [
  known(
    listOutstanding,
    after(
      ({ service, user, pathway }) =>
        anOnwardReferral(service, user, pathway.id, { referralDate: addDays(today(), -20) }),
      nothing,
    ),
    reads(),
  ),
  known(
    saveEquipmentProgress,
    async ({ service, user, pathway }) => ({
      ...(await someEquipment(service, user, pathway.id)),
      pathwayId: pathway.id,
      orderedDate: addDays(today(), -3),
      fittedDate: today(),
    }),
    writes(),
  ),
  known(
    saveOnwardProgress,
    async ({ service, user, pathway }) => ({
      ...(await anOnwardReferral(service, user, pathway.id)),
      pathwayId: pathway.id,
      receivedDate: today(),
      answer: 'accepted' as const,
    }),
    writes(),
  ),
]
