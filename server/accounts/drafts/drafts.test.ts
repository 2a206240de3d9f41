import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dropDraft, keepDraft, listDrafts, type KeptDraft } from '../../../contract/platform/calls/draft.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import { tokenFor, type TestUser } from '../../testing/world/users.ts'

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.close())

const place = '/falls/pathway/frat/0?id=4&patientId=9 assessmentDate fratScore'
const keep = (user: TestUser, at = place, changes: Record<string, string> = { fratScore: '3' }) =>
  service.ask(keepDraft, { place: at, changes, base: 'b' }, user)
const draftsOf = async (user: TestUser) => (await service.ask(listDrafts, {}, user)).body as KeptDraft[]

describe('AU-16: unsaved work', () => {
  it('comes back to its owner, the newest for each form, and to nobody else', async () => {
    const [user, other] = [await service.as('Clinician'), await service.as('Clinician')]
    await keep(user)
    await keep(user, place, { fratScore: '4', note: 'a private remark' })
    expect(await draftsOf(user)).toMatchObject([
      { place, changes: { fratScore: '4', note: 'a private remark' } },
    ])
    expect(await draftsOf(other)).toEqual([])
  })

  it('AU-11: is not given to who must first choose a new password, and waits for them', async () => {
    const user = await service.as('Clinician')
    await keep(user, place, { note: 'a private remark' })
    const owe = (owes: boolean) =>
      service.db.owner.query('update app_user set must_change_password = $1 where id = $2', [
        owes,
        user.userId,
      ])
    await owe(true)
    expect(await draftsOf(user)).toEqual([])
    await owe(false)
    expect(await draftsOf(user)).toHaveLength(1)
  })

  it('is gone when it is dropped, and dropping it for another does nothing', async () => {
    const [user, other] = [await service.as('Clinician'), await service.as('Clinician')]
    await keep(user)
    await service.ask(dropDraft, { place }, other)
    expect(await draftsOf(user)).toHaveLength(1)
    await service.ask(dropDraft, { place }, user)
    expect(await draftsOf(user)).toEqual([])
  })

  it('cannot be read in the database, not even by moving it to another user, and leaves no trace in the audit trail', async () => {
    const [user, thief] = [await service.as('Clinician'), await service.as('Clinician')]
    await keep(user, place, { note: 'a private remark' })
    const { rows } = await service.db.owner.query(
      `select encode(sealed, 'escape') as sealed, encode(place_hash, 'escape') as place from draft`,
    )
    expect(JSON.stringify(rows)).not.toMatch(/private|patientId/)
    await service.db.owner.query('update draft set user_id = $1 where user_id = $2', [
      thief.userId,
      user.userId,
    ])
    expect(await draftsOf(thief)).toEqual([])
    const auditTrail = await service.db.owner.query(`select from audit_event where user_id = $1`, [
      user.userId,
    ])
    expect(auditTrail.rowCount).toBe(0)
  })

  it('is kept for a week, at most twenty forms, and of no great size', async () => {
    const user = await service.as('Clinician')
    for (let index = 0; index < 25; index += 1) {
      service.time.now += 1000
      await keep(user, `${place} ${index}`)
    }
    const kept = await draftsOf(user)
    expect(kept).toHaveLength(20)
    expect(kept[0]?.place).toBe(`${place} 24`)
    expect((await keep(user, place, { note: 'x'.repeat(70_000) })).status).toBe(413)
    service.time.now += 6 * 24 * 60 * 60_000
    expect(await draftsOf(await fresh(user))).toHaveLength(20)
    service.time.now += 24 * 60 * 60_000
    expect(await draftsOf(await fresh(user))).toEqual([])
  })
})

/** The same user with a session that is valid at the service's current time. */
const fresh = (user: TestUser): Promise<TestUser> => tokenFor(service.db, service.time.now, user)
