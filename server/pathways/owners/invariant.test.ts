import { afterAll, beforeAll, expect, it } from 'vitest'
import { today } from '../../../contract/platform/dates/dates.ts'
import { assignOwner, handOver, takeReferral } from '../../../contract/pathways/owner.ts'
import {
  cancelReferral,
  reinstateReferral,
  savePathway,
} from '../../../contract/pathways/referral/pathway.ts'
import { saveTask } from '../../../contract/pathways/task.ts'
import { endFlag, saveFlag } from '../../../contract/patients/flags/flag.ts'
import { lookupCalls } from '../../../contract/reference/lookupCalls.ts'
import { seeded } from '../../../db/seed/demonstration/random.ts'
import { settleTasks } from '../tasks/settle.ts'
import { aClinician, aPathway } from '../../testing/world/factories.ts'
import { redFlagOf } from '../../testing/known/knownSafetyNets.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import type { TestUser } from '../../testing/world/users.ts'
import { verifyOwners } from './verify.ts'

/*
 * Random assignments, hand-overs, leavers, discharges, cancellations and reinstatements over HTTP. After any sequence,
 * every open referral has exactly one owner who can act or is in Unowned, and a closed referral has neither. Every open
 * red flag has an owner or is in Unowned, whatever happened to the referrals.
 */

const steps = Number(process.env['SUREFOOT_OWNER_STEPS'] ?? 1000)
const checkedEvery = 25
const signs = ['blackout', 'longLie', 'chestPain'] as const

let service: TestService
let lead: TestUser
let administrator: TestUser
const clinicians: { id: number; name: string; user: TestUser | null }[] = []
const pathways: { id: number; patientId: number }[] = []

beforeAll(async () => {
  service = await testService()
  lead = await service.as('Team Lead')
  administrator = await service.as('System Administrator')
  for (let each = 0; each < 6; each += 1) {
    const name = `Clinician ${'abcdef'[each]}`
    const id = await aClinician(service, name)
    // Half of them have a sign-in.
    const user = each % 2 === 0 ? await service.as('Clinician') : null
    if (user !== null)
      await service.db.sql
        .updateTable('app_user')
        .set({ clinician_id: id })
        .where('id', '=', user.userId)
        .execute()
    clinicians.push({ id, name, user })
  }
  for (let each = 0; each < 25; each += 1) pathways.push(await aPathway(service, lead))
})
afterAll(() => service.close())

/** Reads state that a caller cannot know for certain, so that most commands succeed. */
const stateOf = async (table: 'clinician' | 'app_user', id: number) => {
  const { rows } = await service.db.owner.query<{ isActive: boolean; version: number }>(
    `select is_active as "isActive", version from ${table} where id = $1`,
    [id],
  )
  return { isActive: rows[0]?.isActive === true, version: rows[0]?.version ?? 1 }
}

it(`holds after ${steps} random commands`, async () => {
  const { next, pick: among, chance } = seeded(20_261_122)
  /** Some of the open referrals: with a closed one among them, none would be assigned. */
  const some = async (): Promise<number[]> => {
    const { rows } = await service.db.owner.query<{ id: string }>('select pathway_id as id from work_list')
    return rows.map(({ id }) => Number(id)).filter(() => chance(0.4))
  }
  const commands: Record<string, () => Promise<{ status: number; body?: unknown }>> = {
    assign: () =>
      service.ask(assignOwner, { pathwayIds: [among(pathways).id], clinicianId: among(clinicians).id }, lead),
    assignMany: async () => {
      const clinicianId = among([null, among(clinicians).id])
      return service.ask(assignOwner, { pathwayIds: await some(), clinicianId }, lead)
    },
    take: async () => {
      const { user } = among(clinicians)
      return user === null
        ? { status: 200 }
        : service.ask(takeReferral, { pathwayId: among(pathways).id }, user)
    },
    handOver: async () => {
      const [{ id: clinicianId }, { id: toClinicianId }] = [among(clinicians), among(clinicians)]
      const reply = await service.ask(handOver, { clinicianId, toClinicianId }, lead)
      if (reply.status === 200) expect(reply.body).toMatchObject({ left: 0 })
      return reply
    },
    leave: async () => {
      const { id, name } = among(clinicians)
      const { isActive, version } = await stateOf('clinician', id)
      const names = { familyName: 'Okafor', firstName: 'Ada', displayName: name }
      return service.ask(
        lookupCalls.clinician.save,
        { id, version, ...names, isActive: !isActive },
        administrator,
      )
    },
    disable: async () => {
      const { user } = among(clinicians)
      if (user === null) return { status: 200 }
      // As saving the user does, but without ending the session that the test still uses.
      const { isActive } = await stateOf('app_user', user.userId)
      await service.db.sql
        .updateTable('app_user')
        .set({ is_active: !isActive })
        .where('id', '=', user.userId)
        .execute()
      return { status: 200 }
    },
    discharge: () => {
      const { id, patientId } = among(pathways)
      return service.ask(savePathway, { id, patientId, dischargeDate: today() }, lead)
    },
    reopen: () => {
      const { id, patientId } = among(pathways)
      return service.ask(savePathway, { id, patientId, dischargeDate: null }, lead)
    },
    cancel: () => service.ask(cancelReferral, { id: among(pathways).id, cancelReferralDate: today() }, lead),
    reinstate: () => service.ask(reinstateReferral, { id: among(pathways).id }, lead),
    task: () =>
      service.ask(
        saveTask,
        {
          id: 0,
          pathwayId: among(pathways).id,
          text: `Ring ${next()}`,
          dueDate: today(),
          clinicianId: among([null, among(clinicians).id]),
        },
        lead,
      ),
    raiseFlag: () =>
      service.ask(saveFlag, { ...redFlagOf(among(pathways).patientId), category: among(signs) }, lead),
    endFlag: async () => {
      const { rows } = await service.db.owner.query<{ id: string; version: number }>(
        'select id, version from open_red_flag order by id',
      )
      if (rows.length < 5) return { status: 200 }
      const { id, version } = among(rows)
      return service.ask(endFlag, { id: Number(id), version, endedNote: 'Seen by the practice' }, lead)
    },
    settle: async () => {
      await settleTasks(service.db.sql)
      return { status: 200 }
    },
  }
  const done = new Map<string, number>()
  for (let step = 1; step <= steps; step += 1) {
    const name = among(Object.keys(commands))
    const { status, body } = (await commands[name]?.()) ?? { status: 0 }
    expect({ step, name, body, isExpected: [200, 400, 401, 409].includes(status) }).toMatchObject({
      isExpected: true,
    })
    if (status === 200) done.set(name, (done.get(name) ?? 0) + 1)
    if (step % checkedEvery === 0)
      expect({ step, ...(await verifyOwners(service.db.sql)) }).toMatchObject({ step, problems: [] })
  }
  // Each kind of command succeeded many times, and both open and closed referrals are left.
  expect(Object.keys(commands).filter((name) => (done.get(name) ?? 0) <= 5)).toEqual([])
  const { open, redFlags } = await verifyOwners(service.db.sql)
  expect(redFlags).toBeGreaterThan(0)
  expect(open).toBeGreaterThan(0)
  expect(open).toBeLessThan(pathways.length)
})
