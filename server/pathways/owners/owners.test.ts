import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { today } from '../../../contract/platform/dates/dates.ts'
import type { WorkListRow } from '../../../contract/pathways/worklists/listColumns.ts'
import { listChoices, mine } from '../../../contract/pathways/worklists/listFilters.ts'
import { lookupCalls } from '../../../contract/reference/lookupCalls.ts'
import {
  assignOwner,
  caseload,
  caseloads,
  getOwner,
  handOver,
  ownedReferrals,
  ownerHistory,
  takeReferral,
  type Caseloads,
  type Owner,
  type OwnedReferral,
} from '../../../contract/pathways/owner.ts'
import { cancelReferral, reinstateReferral } from '../../../contract/pathways/referral/pathway.ts'
import { noPlanDecision } from '../../../contract/pathways/records/noPlanDecision.ts'
import type { RecordChange } from '../../../contract/platform/calls/record.ts'
import { getProfile, type UserProfile } from '../../../contract/accounts/session.ts'
import { closeTask, saveTask } from '../../../contract/pathways/task.ts'
import { unowned } from '../../../contract/pathways/unowned.ts'
import { searchWorkList, workLists } from '../../../contract/pathways/worklists/workList.ts'
import { saveUser, getUser, type UserView } from '../../../contract/accounts/user.ts'
import { aClinician, aFrat, aPathway, aTeamMember, type Saved } from '../../testing/world/factories.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import type { TestUser } from '../../testing/world/users.ts'
import { verifyOwners } from './verify.ts'

let service: TestService
let lead: TestUser
let administrator: TestUser

beforeAll(async () => {
  service = await testService()
  lead = await service.as('Team Lead')
  administrator = await service.as('System Administrator')
})
afterAll(() => service.close())

const ownerOf = async (pathwayId: number, asker = lead): Promise<Owner> =>
  (await service.ask(getOwner, { pathwayId }, asker)).body as Owner

const assign = (pathwayIds: number[], clinicianId: number | null, more: object = {}, user = lead) =>
  service.ask(assignOwner, { pathwayIds, clinicianId, ...more }, user)

/** A signed-in clinician whose user is tied to a row in the list. */
const aTied = async (...[name]: [string?]) => {
  const user = await service.as('Clinician')
  const clinicianId = await aClinician(service, name)
  const teamMemberId = await aTeamMember(service)
  const { user: view } = (await service.ask(getUser, { id: user.userId }, administrator)).body as UserView
  const { userName, familyName, firstName, version } = view
  const names = { id: user.userId, userName, familyName, firstName, clinicianId, teamMemberId }
  const reply = await service.ask(saveUser, { ...names, version }, administrator)
  expect(reply.status).toBe(200)
  return { user, clinicianId, teamMemberId, names, version: (reply.body as Saved).version }
}

describe('a user is tied to a clinician', () => {
  it('shows who it is, and cannot be a clinician whom another active user is', async () => {
    const { user, clinicianId } = await aTied('FERN, Ida (nurse)')
    const view = (await service.ask(getUser, { id: user.userId }, administrator)).body as UserView
    expect(view.user).toMatchObject({ clinicianId, names: { clinician: 'FERN, Ida (nurse)' } })
    const other = await service.as('Clinician')
    const names = { id: other.userId, version: 1, userName: other.userName, familyName: 'B', firstName: 'C' }
    expect(await service.ask(saveUser, { ...names, clinicianId }, administrator)).toMatchObject({
      status: 400,
      body: { clinicianId: 'Another active user is this clinician' },
    })
    expect(await service.ask(saveUser, { ...names, clinicianId: 999_999 }, administrator)).toMatchObject({
      status: 400,
      body: { clinicianId: 'Choose from the list' },
    })
  })
})

describe('the profile', () => {
  it('says who the user is in the lists of people, so that forms can offer it', async () => {
    const { user, clinicianId, teamMemberId } = await aTied()
    const profileOf = async (who: typeof user) =>
      ((await service.ask(getProfile, {}, who)).body as UserProfile).user
    expect(await profileOf(user)).toMatchObject({ clinicianId, teamMemberId })
    expect(await profileOf(await service.as('Clinician'))).toMatchObject({
      clinicianId: null,
      teamMemberId: null,
    })
  })
})

describe('an open referral', () => {
  it('stands in Unowned, in the first team, until somebody owns it', async () => {
    const { id } = await aPathway(service, lead)
    expect(await ownerOf(id)).toEqual({
      id: null,
      version: null,
      isOpen: true,
      holdsRedFlag: false,
      ownerId: null,
      owner: null,
      left: null,
      teamId: expect.any(Number) as number,
      team: 'Falls service',
      ownClinicianId: null,
    })
    const clinicianId = await aClinician(service, 'HAY, Bo (nurse)')
    const { rows } = await service.db.owner.query<{ id: number }>(
      `insert into team (name, sort_order) values ('North', 9) returning id`,
    )
    const teamId = rows[0]?.id
    expect((await assign([id], clinicianId, { teamId })).body).toEqual({ referrals: 1 })
    expect(await ownerOf(id)).toMatchObject({ ownerId: clinicianId, owner: 'HAY, Bo (nurse)', team: 'North' })
    const owner = await ownerOf(id)
    const history = (await service.ask(ownerHistory, { id: owner.id ?? 0 }, lead)).body as RecordChange[]
    expect(history.map(({ what, fields }) => [what, fields])).toEqual([
      [
        'recorded',
        [
          { name: 'Team', before: null, after: 'North' },
          { name: 'Owner', before: null, after: 'HAY, Bo (nurse)' },
        ],
      ],
    ])
  })

  it('becomes owned by who records what they did themselves, unless somebody owns it', async () => {
    const [one, two] = [await aTied(), await aTied()]
    const { id } = await aPathway(service, lead)
    // Records entered for somebody else, or by a user tied to no clinician, do not show who is responsible.
    await aFrat(service, one.user, id, { teamMemberId: two.teamMemberId })
    await aFrat(service, lead, id, { teamMemberId: one.teamMemberId })
    expect((await ownerOf(id)).ownerId).toBeNull()
    await aFrat(service, one.user, id, { teamMemberId: one.teamMemberId })
    expect((await ownerOf(id)).ownerId).toBe(one.clinicianId)
    const decision = {
      id: 0,
      pathwayId: id,
      decisionDate: today(),
      clinicianId: two.clinicianId,
      reason: 'adviceOnly' as const,
    }
    expect((await service.ask(noPlanDecision.save, decision, two.user)).status).toBe(200)
    expect((await ownerOf(id)).ownerId).toBe(one.clinicianId)
  })

  it('is taken by a clinician from Unowned only', async () => {
    const [one, two] = [await aTied('MOSS, Al (nurse)'), await aTied()]
    const { id } = await aPathway(service, lead)
    const take = (user: TestUser) => service.ask(takeReferral, { pathwayId: id }, user)
    expect(await take(await service.as('Clinician'))).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('not linked to a clinician') as string },
    })
    expect((await take(one.user)).status).toBe(200)
    expect((await ownerOf(id, one.user)).ownClinicianId).toBe(one.clinicianId)
    expect(await take(two.user)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('MOSS, Al (nurse) owns this referral') as string },
    })
    expect((await assign([id], two.clinicianId, {}, one.user)).status).toBe(403)
    expect((await ownerOf(id)).ownerId).toBe(one.clinicianId)
  })

  it('is given with others or not at all, when one has another owner than the sender thinks', async () => {
    const [one, two] = [await aClinician(service), await aClinician(service)]
    const ids = [(await aPathway(service, lead)).id, (await aPathway(service, lead)).id]
    await assign([ids[1] ?? 0], two)
    expect(await assign(ids, one, { from: null })).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect((await ownerOf(ids[0] ?? 0)).ownerId).toBeNull()
    expect((await assign(ids, one)).body).toEqual({ referrals: 2 })
    expect((await assign(ids, null, { from: one })).status).toBe(200)
    expect((await ownerOf(ids[1] ?? 0)).ownerId).toBeNull()
  })

  it('that is closed has no owner and takes none; reinstated, it has its owner back', async () => {
    const clinicianId = await aClinician(service)
    const { id } = await aPathway(service, lead)
    await assign([id], clinicianId)
    await service.ask(cancelReferral, { id, cancelReferralDate: today() }, lead)
    expect(await ownerOf(id)).toMatchObject({ isOpen: false, ownerId: null })
    expect(await assign([id], clinicianId)).toMatchObject({ status: 409, body: { code: 'closed-pathway' } })
    await service.ask(reinstateReferral, { id }, lead)
    expect(await ownerOf(id)).toMatchObject({ isOpen: true, ownerId: clinicianId })
  })
})

it('is on the work lists, which are narrowed by it', async () => {
  const clinicianId = await aClinician(service, 'PIKE, Al (nurse)')
  const [given, nobodys] = [await aPathway(service, lead), await aPathway(service, lead)]
  await assign([given.id], clinicianId)
  const listed = async (owner: string) =>
    (
      (await service.ask(searchWorkList, { stage: 'awaitingAssessment', owner }, lead)).body as WorkListRow[]
    ).filter(({ pathwayId }) => [given.id, nobodys.id].includes(pathwayId))
  expect(await listed('PIKE, Al (nurse)')).toMatchObject([{ pathwayId: given.id, owner: 'PIKE, Al (nurse)' }])
  expect(await listed(unowned)).toMatchObject([{ pathwayId: nobodys.id, owner: null }])
  const { body } = await service.ask(listChoices, { stage: 'awaitingAssessment' }, lead)
  expect((body as { owner: string[] }).owner).toEqual(expect.arrayContaining(['PIKE, Al (nurse)', unowned]))
})

it('is “Mine” on the work lists, for each reader', async () => {
  const [one, two] = [await aTied('REED, Jo (nurse)'), await aTied('REED, Jo (nurse)')]
  const given = [await aPathway(service, lead), await aPathway(service, lead)]
  await assign([given[0]?.id ?? 0], one.clinicianId)
  await assign([given[1]?.id ?? 0], two.clinicianId)
  const asked = { stage: 'awaitingAssessment', owner: mine } as const
  const listed = async (user: TestUser) =>
    ((await service.ask(searchWorkList, asked, user)).body as WorkListRow[]).map(({ pathwayId }) => pathwayId)
  expect(await listed(one.user)).toEqual([given[0]?.id])
  expect(await listed(two.user)).toEqual([given[1]?.id])
  // A Team Lead tied to no clinician owns nothing, and is not offered it.
  expect(await listed(lead)).toEqual([])
  const offered = async (user: TestUser) =>
    ((await service.ask(listChoices, { stage: 'awaitingAssessment' }, user)).body as { owner: string[] })
      .owner
  expect((await offered(one.user))[0]).toBe(mine)
  expect(await offered(lead)).not.toContain(mine)
  const address = await service.ask(workLists.awaitingAssessment, { owner: mine }, one.user)
  expect((address.body as WorkListRow[]).map(({ pathwayId }) => pathwayId)).toEqual([given[0]?.id])
})

describe('somebody leaves', () => {
  it('and what they own stands in Unowned at once, with their name, until it is handed over: 0 left', async () => {
    const leaver = await aTied('ROWE, Ty (nurse)')
    const heir = await aClinician(service)
    const ids: number[] = []
    for (let each = 0; each < 3; each += 1) ids.push((await aPathway(service, lead)).id)
    await assign(ids, leaver.clinicianId)
    const [first = 0, , third = 0] = ids
    const aTask = { id: 0, pathwayId: first, dueDate: today(), clinicianId: leaver.clinicianId }
    await service.ask(saveTask, { ...aTask, text: 'Ring' }, lead)
    // A completed task stays with the person who had it.
    const done = (await service.ask(saveTask, { ...aTask, text: 'Write' }, lead)).body as { id: number }
    await service.ask(closeTask, { id: done.id, version: 1, closedNote: 'Written' }, lead)
    await service.ask(cancelReferral, { id: third, cancelReferralDate: today() }, lead)
    const owned = () => service.ask(caseload, { clinicianId: leaver.clinicianId }, administrator)
    expect((await owned()).body).toEqual({ referrals: 2, tasks: 1 })

    const { names, version } = leaver
    await service.ask(saveUser, { ...names, version, isActive: false }, administrator)
    expect(await ownerOf(first)).toMatchObject({ ownerId: null, left: 'ROWE, Ty (nurse)' })
    const { unowned, caseloads: all } = (await service.ask(caseloads, {}, lead)).body as Caseloads
    expect(all.find(({ clinicianId }) => clinicianId === leaver.clinicianId)).toEqual({
      clinicianId: leaver.clinicianId,
      name: 'ROWE, Ty (nurse)',
      isInService: false,
      referrals: 2,
      tasks: 1,
    })
    expect(unowned).toBeGreaterThanOrEqual(2)
    const nobodys = (await service.ask(ownedReferrals, {}, lead)).body as { rows: OwnedReferral[] }
    expect(nobodys.rows.find(({ pathwayId }) => pathwayId === first)?.left).toBe('ROWE, Ty (nurse)')
    expect(await assign([first], leaver.clinicianId)).toMatchObject({
      status: 400,
      body: { clinicianId: 'Choose from the list' },
    })

    const give = { clinicianId: leaver.clinicianId, toClinicianId: heir }
    expect((await service.ask(handOver, give, lead)).body).toEqual({ referrals: 2, tasks: 1, left: 0 })
    expect((await service.ask(handOver, give, lead)).body).toEqual({ referrals: 0, tasks: 0, left: 0 })
    expect((await owned()).body).toEqual({ referrals: 0, tasks: 0 })
    expect((await ownerOf(first)).ownerId).toBe(heir)
    const theirs = (await service.ask(ownedReferrals, { clinicianId: heir }, lead)).body as { total: number }
    expect(theirs.total).toBe(2)
    // It was closed meanwhile, so it had no owner to hand over. Once reinstated, somebody must choose one.
    await service.ask(reinstateReferral, { id: third }, lead)
    expect(await ownerOf(third)).toMatchObject({ ownerId: null, left: 'ROWE, Ty (nurse)' })
  })

  it('and gets nothing more when the row of the clinician is taken out of use', async () => {
    const clinicianId = await aClinician(service, 'LANE, Jo (nurse)')
    const { id } = await aPathway(service, lead)
    await assign([id], clinicianId)
    const reply = await service.ask(
      lookupCalls.clinician.save,
      { id: clinicianId, version: 1, familyName: 'Lane', firstName: 'Jo', isActive: false },
      administrator,
    )
    expect(reply.status).toBe(200)
    expect(await ownerOf(id)).toMatchObject({ ownerId: null, left: 'LANE, Jo (nurse)' })
    expect(await service.ask(handOver, { clinicianId, toClinicianId: clinicianId }, lead)).toMatchObject({
      status: 400,
      body: { toClinicianId: 'Choose somebody else' },
    })
    expect((await service.ask(handOver, { clinicianId, toClinicianId: null }, lead)).body).toMatchObject({
      referrals: 1,
      left: 0,
    })
  })
})

it('a hand-over waits for a save of one of the referrals, and the save never for the hand-over', async () => {
  const [clinicianId, heir] = [await aClinician(service), await aClinician(service)]
  const { id } = await aPathway(service, lead)
  await assign([id], clinicianId)
  const save = await service.db.owner.connect()
  try {
    await save.query('begin')
    await save.query('select from pathway where id = $1 for update', [id])
    const handed = service.ask(handOver, { clinicianId, toClinicianId: heir }, lead)
    await vi.waitFor(async () => {
      const { rows } = await service.db.owner.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      expect(rows).not.toEqual([])
    }, 15_000)
    // The same lock that a record's reference to its clinician takes.
    const free = await save.query('select from clinician where id = $1 for key share skip locked', [
      clinicianId,
    ])
    expect(free.rowCount).toBe(1)
    await save.query('commit')
    expect((await handed).body).toEqual({ referrals: 1, tasks: 0, left: 0 })
  } finally {
    save.release()
  }
})

it('every change is in the audit trail with who was the owner before', async () => {
  const [one, two] = [await aClinician(service), await aClinician(service)]
  const { id, patientId } = await aPathway(service, lead)
  await assign([id], one)
  await assign([id], two)
  const { rows } = await service.db.owner.query(
    `select user_id, to_jsonb(patient_ids) as patient_ids, to_jsonb(pathway_ids) as pathway_ids, records from audit_event
     where action = 'POST /api/owner/assign' order by id desc limit 1`,
  )
  expect(rows[0]).toMatchObject({
    user_id: lead.userId,
    patient_ids: [patientId],
    pathway_ids: [id],
    records: [
      { entity: 'pathwayOwner', before: { clinician_id: one }, after: { clinician_id: two }, version: 2 },
    ],
  })
})

it('verify finds a referral that is listed under an owner who cannot act', async () => {
  expect((await verifyOwners(service.db.sql)).problems).toEqual([])
  const { rows } = await service.db.owner.query<{ definition: string }>(
    `select pg_get_viewdef('clinician_in_service') as definition`,
  )
  await service.db.owner.query(
    `create or replace view clinician_in_service as select clinician.id, clinician.display_name from clinician`,
  )
  expect((await verifyOwners(service.db.sql)).problems).not.toEqual([])
  await service.db.owner.query(`create or replace view clinician_in_service as ${rows[0]?.definition ?? ''}`)
  expect((await verifyOwners(service.db.sql)).problems).toEqual([])
})
