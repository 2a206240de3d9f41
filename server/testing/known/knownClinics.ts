import { getClinic, listClinics, saveClinic } from '../../../contract/care/clinics/clinic.ts'
import {
  bookSlot,
  cancelBooking,
  clinicBookings,
  findSlots,
  moveBooking,
  offerSlot,
  refuseSlot,
  slotCandidates,
  type FreeSlot,
} from '../../../contract/care/clinics/slot.ts'
import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import { mondayOf } from '../../../contract/platform/dates/weekdays.ts'
import type { InputOf } from '../../../contract/platform/calls/endpoint.ts'
import { clinicColumns } from '../../care/clinics/columns.ts'
import type { TestService } from '../process/service.ts'
import { aClinician, aPathway, done, firstOf, type Saved } from '../world/factories.ts'
import type { TestUser } from '../world/users.ts'
import type { World } from '../world/world.ts'
import { known, knownSave, readsNamed, writes, type KnownCall } from './knownCall.ts'

let clinics = 0

/** Input for a new weekly clinic from the Wednesday after next, with six slots of one place. */
export const clinicInputOf = async (
  service: TestService,
  overrides: Partial<InputOf<typeof saveClinic>> = {},
): Promise<InputOf<typeof saveClinic>> => {
  clinics += 1
  return {
    id: 0,
    name: `Falls clinic ${clinics}`,
    appointmentType: 'clinic',
    clinicianId: await aClinician(service),
    locationId: await firstOf(service, 'location'),
    firstDate: addDays(mondayOf(today()), 16),
    everyWeeks: 1,
    startTime: '09:30',
    slots: 6,
    minutes: 30,
    travelMinutes: 0,
    places: 1,
    ...overrides,
  }
}

export const aClinic = async (
  service: TestService,
  user: TestUser,
  overrides: Partial<InputOf<typeof saveClinic>> = {},
): Promise<Saved> => done({ service, user }, saveClinic, await clinicInputOf(service, overrides))

/** The free slots of a clinician of one clinic, earliest first. */
export const slotsOf = async (
  service: TestService,
  user: TestUser,
  clinicianId: number,
): Promise<FreeSlot[]> =>
  (await service.ask(findSlots, { from: today(), clinicianId }, user)).body as FreeSlot[]

/** How many half hours from 08:00 {@link aSlot} may begin at before it takes the next week. */
const halfHours = 20

/** The first free slot of a new clinic. No two are at the same time, so that one person can be booked into all. */
export const aSlot = async (
  { service, user }: World,
  overrides: Partial<InputOf<typeof saveClinic>> = {},
): Promise<FreeSlot> => {
  const clinicianId = await aClinician(service)
  const { firstDate } = await clinicInputOf(service)
  const half = clinics % halfHours
  await aClinic(service, user, {
    clinicianId,
    firstDate: addDays(firstDate, 7 * (Math.floor(clinics / halfHours) % 24)),
    startTime: `${String(8 + Math.floor(half / 2)).padStart(2, '0')}:${half % 2 === 0 ? '00' : '30'}`,
    slots: 1,
    ...overrides,
  })
  const [slot] = await slotsOf(service, user, clinicianId)
  if (slot === undefined) throw new Error('A new clinic has no slot')
  return slot
}

const aBooking = async (world: World): Promise<Saved> => {
  const { id: slotId } = await aSlot(world)
  const { id, version } = await done(world, bookSlot, { pathwayId: world.pathway.id, slotId, tell: false })
  return { id, version }
}

/** An offer of a new slot to the referral of the world. */
const anOffer = async (world: World): Promise<Saved> => {
  const { id, version } = await done(world, offerSlot, {
    pathwayId: world.pathway.id,
    slotId: (await aSlot(world)).id,
  })
  return { id, version }
}

/** The calls about clinics and their slots. */
export const knownClinicCalls: readonly KnownCall[] = [
  known(listClinics, {}),
  known(getClinic, async ({ service, user }) => ({ id: (await aClinic(service, user)).id })),
  knownSave(
    saveClinic,
    ({ service }) => clinicInputOf(service),
    { minutes: 25 },
    {
      table: 'clinic',
      columns: clinicColumns,
    },
  ),
  known(findSlots, { from: today() }),
  known(
    bookSlot,
    async (world) => ({ pathwayId: world.pathway.id, slotId: (await aSlot(world)).id }),
    writes(),
  ),
  known(
    moveBooking,
    async (world) => {
      const { id: appointmentId, version } = await aBooking(world)
      return {
        appointmentId,
        version,
        reason: 'cancelledByPatient' as const,
        slotId: (await aSlot(world)).id,
      }
    },
    writes(),
  ),
  known(
    cancelBooking,
    async (world) => ({ ...(await aBooking(world)), reason: 'cancelledByPatient' as const }),
    writes(),
  ),
  known(clinicBookings, async ({ service, user }) => ({ id: (await aClinic(service, user)).id }), readsNamed),
  known(
    offerSlot,
    async (world) => ({ pathwayId: world.pathway.id, slotId: (await aSlot(world)).id }),
    writes(),
  ),
  known(refuseSlot, anOffer, writes()),
  known(
    slotCandidates,
    async (world) => ({ id: (await aSlot(world, { forStage: 'awaitingFollowup' })).id }),
    readsNamed,
  ),
]

/** Another person with an open referral. */
export const somebody = async (service: TestService, user: TestUser): Promise<number> =>
  (await aPathway(service, user)).id
