import { createHmac, randomUUID } from 'node:crypto'
import { Encrypter } from 'age-encryption'
import {
  endVisits,
  getVisitEntry,
  handInVisit,
  openVisits,
  settleVisitEntry,
  takeVisits,
  visitPack,
  visitWork,
  type HandedIn,
  type VisitPack,
} from '../../../contract/care/visits/visits.ts'
import { today } from '../../../contract/platform/dates/dates.ts'
import { instantOf } from '../../../contract/platform/words/format.ts'
import { appointment } from '../../../contract/pathways/records/appointment.ts'
import type { ReplyOf } from '../../../contract/platform/calls/endpoint.ts'
import type { TestService } from '../process/service.ts'
import { aClinician, aPathway, done, firstOf } from '../world/factories.ts'
import type { TestUser } from '../world/users.ts'
import type { World } from '../world/world.ts'
import { after, known, reads, readsNamed, writes, type KnownCall } from './knownCall.ts'

/** Links the user to a clinician of their own, so that they have a diary. */
export const withDiary = async (service: TestService, user: TestUser): Promise<number> => {
  const linked = await service.db.owner.query<{ clinician_id: number | null }>(
    'select clinician_id from app_user where id = $1',
    [user.userId],
  )
  const before = linked.rows[0]?.clinician_id ?? null
  if (before !== null) return before
  const clinicianId = await aClinician(service)
  await service.db.owner.query('update app_user set clinician_id = $2 where id = $1', [
    user.userId,
    clinicianId,
  ])
  return clinicianId
}

let quarter = 0

/** A visit of the user today, to a patient of its own unless given. */
export const aVisit = async (
  service: TestService,
  user: TestUser,
  given?: { pathwayId: number },
): Promise<{ appointmentId: number; pathwayId: number; patientId: number }> => {
  const clinicianId = await withDiary(service, user)
  const pathwayId = given?.pathwayId ?? (await aPathway(service, user)).id
  quarter = (quarter + 1) % 48
  const { id: appointmentId } = await done({ service, user }, appointment.save, {
    id: 0,
    pathwayId,
    appointmentType: 'visit',
    appointmentDate: today(),
    startTime: `${String(8 + Math.floor(quarter / 4)).padStart(2, '0')}:${String((quarter % 4) * 15).padStart(2, '0')}`,
    minutes: 15,
    clinicianId,
    locationId: await firstOf(service, 'location'),
  })
  const { rows } = await service.db.owner.query<{ patient_id: number }>(
    'select patient_id from pathway where id = $1',
    [pathwayId],
  )
  return { appointmentId, pathwayId, patientId: Number(rows[0]?.patient_id) }
}

export const aPack = async (
  service: TestService,
  user: TestUser,
): Promise<{ pack: VisitPack; half: string }> => {
  const { body } = await service.ask(takeVisits, { device: 'Telephone of Robin' }, user)
  const { pack, half } = body as ReplyOf<typeof takeVisits>
  return { pack: visitPack.parse(JSON.parse(pack)), half }
}

/** What a device hands in: the text with its proof, sealed. */
export const sealedFor = async (
  { id, userId, recipient, proof }: VisitPack,
  typed: Partial<HandedIn>,
  more: { proof?: string } = {},
): Promise<string> => {
  const whole = {
    entryId: randomUUID(),
    packId: id,
    userId,
    typedAt: instantOf(Date.now()),
    isFinished: true,
    ...typed,
  }
  const text = JSON.stringify(whole)
  const mac = createHmac('sha256', Buffer.from(more.proof ?? proof, 'base64'))
    .update(text)
    .digest('base64')
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  return Buffer.from(await encrypter.encrypt(JSON.stringify({ text, mac }))).toString('base64')
}

export const noteOf = (pathwayId: number, note = 'Rang the bell twice.') => ({
  ...{ id: 0, pathwayId, contactDate: today(), contactType: 'visit', minutes: null, whoWasThere: null },
  note,
})

const packOf = async ({ service, user, pathway }: World) => {
  const visit = await aVisit(service, user, { pathwayId: pathway.id })
  const taken = await aPack(service, user)
  // Of a record that was restricted before, it would have been left behind.
  await service.db.owner.query(
    'insert into visit_pack_visit (pack_id, appointment_id) values ($1, $2) on conflict do nothing',
    [taken.pack.id, visit.appointmentId],
  )
  return { ...taken, visit }
}

/** Something that was handed in and waits, for it was not finished. */
export const aWaiting = async (world: World): Promise<string> => {
  const { pack, visit } = await packOf(world)
  const entryId = randomUUID()
  const sealed = await sealedFor(pack, {
    ...{ entryId, appointmentId: visit.appointmentId, form: 'contactNote', isFinished: false },
    body: noteOf(visit.pathwayId),
  })
  await world.service.ask(handInVisit, { id: pack.id, sealed }, world.user)
  return entryId
}

/** The calls about visits without a signal. */
export const knownVisitCalls: readonly KnownCall[] = [
  known(
    takeVisits,
    async (world) => {
      await aVisit(world.service, world.user, { pathwayId: world.pathway.id })
      return { device: 'Telephone of Robin' }
    },
    reads(),
  ),
  known(openVisits, async (world) => ({ id: (await packOf(world)).pack.id })),
  known(endVisits, async (world) => ({ id: (await packOf(world)).pack.id, why: 'done' as const })),
  known(
    handInVisit,
    async (world) => {
      const { pack, visit } = await packOf(world)
      const sealed = await sealedFor(pack, {
        appointmentId: visit.appointmentId,
        form: 'contactNote',
        body: noteOf(visit.pathwayId),
      })
      return { id: pack.id, sealed }
    },
    writes(),
  ),
  known(
    visitWork,
    after(aWaiting, () => ({})),
    readsNamed,
  ),
  known(getVisitEntry, async (world) => ({ id: await aWaiting(world) }), reads()),
  known(settleVisitEntry, async (world) => ({ id: await aWaiting(world), how: 'drop' as const }), writes()),
]
