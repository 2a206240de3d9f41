import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import {
  cancelReferral,
  deletedRecords,
  getPathway,
  reinstateReferral,
} from '../../../contract/pathways/referral/pathway.ts'
import { savePatient } from '../../../contract/patients/patient.ts'
import type { RecordChange } from '../../../contract/platform/calls/record.ts'
import { patientInputOf, type Saved } from '../../testing/world/factories.ts'
import {
  aGround,
  aRecord,
  bodyOf,
  recordCases,
  saveRecordOf,
  type Ground,
} from '../../testing/values/recordCases.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import type { TestUser } from '../../testing/world/users.ts'

/* What all kinds of record have in common, in a loop over the kinds. */

let service: TestService
let clinician: TestUser
let teamLead: TestUser
let ground: Ground

beforeAll(async () => {
  service = await testService()
  clinician = await service.as('Clinician')
  teamLead = await service.as('Team Lead')
})
beforeEach(async () => {
  ground = await aGround(service, clinician)
})
afterAll(() => service.close())

const view = async (pathwayId: number) =>
  (await service.ask(getPathway, { id: pathwayId }, clinician)).body as Record<string, unknown>

const rowOf = async (table: string, id: number) => {
  const { rows } = await service.db.owner.query<Record<string, unknown>>(
    `select to_jsonb(t) as row from ${table} as t where id = $1`,
    [id],
  )
  return rows[0]?.['row'] as Record<string, unknown>
}

describe.each(recordCases.map((each) => [each.kind, each] as const))('%s', (kind, each) => {
  const get = (id: number, user = clinician) => service.ask(each.calls.get, { id }, user)
  const named = (fields: Record<string, string>) =>
    Object.fromEntries(Object.entries(fields).map(([field, message]) => [each.prefix + field, message]))
  const remove = (saved: { id: number; version?: number }, user = clinician) =>
    service.ask(each.calls.delete, { ...saved, ...each.parent(ground) }, user)

  it('is saved, read back as it was typed, and is on the pathway page with who recorded it', async () => {
    const { id } = await aRecord(service, clinician, each, ground)
    const read = await get(id)
    expect(read).toMatchObject({
      status: 200,
      body: { id, version: 1, isActive: true, ...each.parent(ground), ...each.fields(ground) },
    })
    expect((read.body as { recordedBy: string }).recordedBy).toMatch(/^Robin Tester/)
    expect((await view(ground.pathwayId))[kind]).toContainEqual(read.body)
  })

  it('asks for every required field with the words of the specification', async () => {
    const blank = Object.fromEntries(Object.keys(each.required).map((field) => [field, '']))
    const none = Object.fromEntries(Object.keys(each.required).map((field) => [field, undefined]))
    const nothing = Object.fromEntries(Object.keys(each.required).map((field) => [field, null]))
    for (const overrides of [blank, none, nothing])
      expect(await saveRecordOf(service, clinician, each, ground, overrides)).toMatchObject({
        status: 400,
        body: named(each.required),
      })
  })

  if (each.isSigned)
    it('is never changed, by nobody and with no version, and says what to do instead', async () => {
      const { id } = await aRecord(service, clinician, each, ground)
      const stored = await rowOf(each.table, id)
      for (const version of [undefined, 1, 2])
        for (const user of [clinician, teamLead])
          expect(
            await saveRecordOf(service, user, each, ground, { id, version, ...each.change(ground) }),
          ).toMatchObject({
            status: 409,
            body: { code: 'conflict', message: expect.stringContaining('cannot be changed. Add to it') },
          })
      expect(await rowOf(each.table, id)).toEqual(stored)
    })
  else
    it('lets one of two saves of a version win and says who changed what', async () => {
      const { id } = await aRecord(service, clinician, each, ground)
      const changed = await saveRecordOf(service, clinician, each, ground, {
        id,
        version: 1,
        ...each.change(ground),
      })
      expect(changed).toMatchObject({ status: 200, body: { id, version: 2 } })
      expect((await get(id)).body).toMatchObject(each.change(ground))
      const late = await saveRecordOf(service, teamLead, each, ground, {
        id,
        version: 1,
        ...each.change(ground),
      })
      expect(late).toMatchObject({ status: 409, body: { code: 'conflict', conflict: { version: 2 } } })
    })

  it('makes one record of a replayed save', async () => {
    const body = bodyOf(each, ground)
    const replies = await Promise.all(
      Array.from({ length: 4 }, () =>
        service.ask(each.calls.save, body, clinician, { 'idempotency-key': `${kind}-once` }),
      ),
    )
    expect(new Set(replies.map(({ body: reply }) => (reply as Saved).id)).size).toBe(1)
  })

  it('is deleted once, hidden, and restored by a Team Lead as it was', async () => {
    const saved = await aRecord(service, clinician, each, ground)
    const before = (await get(saved.id)).body as Record<string, unknown>
    expect(await remove(saved)).toMatchObject({ status: 200, body: { id: saved.id, version: 2 } })
    expect(await remove(saved)).toMatchObject({ status: 200, body: { id: saved.id, version: 2 } })
    expect((await get(saved.id)).status).toBe(404)
    expect((await view(ground.pathwayId))[kind]).not.toContainEqual(expect.objectContaining({ id: saved.id }))
    expect((await saveRecordOf(service, clinician, each, ground, { id: saved.id })).status).toBe(404)

    const { body: deleted } = await service.ask(deletedRecords, { id: ground.pathwayId }, teamLead)
    expect(deleted).toContainEqual(expect.objectContaining({ kind, id: saved.id }))
    expect((await service.ask(each.calls.restore, { id: saved.id }, clinician)).status).toBe(403)
    expect(await service.ask(each.calls.restore, { id: saved.id }, teamLead)).toMatchObject({
      status: 200,
      body: { id: saved.id, version: 3 },
    })
    const { recordedAt: _at, recordedBy: _by, version: _version, ...kept } = before
    expect((await get(saved.id)).body).toMatchObject(kept)
  })

  it('never moves to another parent (AZ-7)', async () => {
    const { id } = await aRecord(service, clinician, each, ground)
    const stored = await rowOf(each.table, id)
    const other = await aGround(service, clinician)
    const moves = [
      { id, ...each.parent(other) },
      ...Object.entries(each.parent(other)).map(([field, value]) => ({ id, [field]: value })),
    ]
    for (const move of moves) {
      const reply = await service.ask(each.calls.save, bodyOf(each, ground, move), clinician)
      expect({ move: Object.keys(move), status: reply.status }).toEqual({
        move: Object.keys(move),
        status: 409,
      })
    }
    expect(await rowOf(each.table, id)).toEqual(stored)
  })

  it('refuses a save and a delete that name another patient or pathway (AZ-7, CS-1)', async () => {
    const saved = await aRecord(service, clinician, each, ground)
    const stored = await rowOf(each.table, saved.id)
    const other = await aGround(service, clinician)
    const own = each.parent(ground)
    for (const [field, value] of Object.entries({
      patientId: other.patientId,
      pathwayId: other.pathwayId,
      ...each.parent(other),
    })) {
      const named = { [field]: value }
      const replies = [
        await service.ask(each.calls.delete, { ...saved, ...own, ...named }, clinician),
        await saveRecordOf(service, clinician, each, ground, { ...named, id: saved.id, version: 1 }),
        await saveRecordOf(service, clinician, each, ground, named),
      ]
      // A new record that only names another exercise plan or patient is consistent, unless a second id contradicts it.
      const contradicts = Object.keys(own).length > 1 || !(field in own)
      expect({ field, statuses: replies.map(({ status }) => status) }).toEqual({
        field,
        statuses: [409, 409, contradicts ? 409 : 200],
      })
    }
    expect(await rowOf(each.table, saved.id)).toEqual(stored)
  })

  it('is not found under an id that no record has, and makes none', async () => {
    expect((await get(987_654)).status).toBe(404)
    expect((await saveRecordOf(service, clinician, each, ground, { id: 987_654 })).status).toBe(404)
    expect((await remove({ id: 987_654 })).status).toBe(404)
    expect((await service.ask(each.calls.restore, { id: 987_654 }, teamLead)).status).toBe(404)
    expect((await service.ask(each.calls.history, { id: 987_654 }, clinician)).status).toBe(404)
  })

  if (each.isOfReferral)
    it('refuses changes on a cancelled pathway and says why', async () => {
      const saved = await aRecord(service, clinician, each, ground)
      await service.ask(cancelReferral, { id: ground.pathwayId, cancelReferralDate: today() }, clinician)
      const closed = {
        status: 409,
        body: { code: 'closed-pathway', message: expect.stringContaining('cancelled') },
      }
      expect(await saveRecordOf(service, clinician, each, ground)).toMatchObject(closed)
      expect(await saveRecordOf(service, clinician, each, ground, { id: saved.id })).toMatchObject(closed)
      expect(await remove(saved)).toMatchObject(closed)
      await service.ask(reinstateReferral, { id: ground.pathwayId }, clinician)
      expect((await remove(saved)).status).toBe(200)
      await service.ask(cancelReferral, { id: ground.pathwayId, cancelReferralDate: today() }, clinician)
      expect(await service.ask(each.calls.restore, { id: saved.id }, teamLead)).toMatchObject(closed)
    })

  if (each.choice.table !== null)
    it('keeps a choice that left its list, and refuses it when chosen again', async () => {
      const { table, field } = each.choice
      if (table === null) return
      const saved = await aRecord(service, clinician, each, ground)
      const body = (await get(saved.id)).body as Record<string, number>
      const setActive = (isActive: boolean) =>
        service.db.owner.query(`update ${table} set is_active = $1 where id = $2`, [isActive, body[field]])
      await setActive(false)
      try {
        const again = { id: saved.id, version: 1, ...each.change(ground) }
        expect((await saveRecordOf(service, clinician, each, ground, again)).status).toBe(200)
        expect((await get(saved.id)).status).toBe(200)
        expect(await saveRecordOf(service, clinician, each, ground)).toMatchObject({
          status: 400,
          body: named({ [field]: 'Choose from the list' }),
        })
      } finally {
        await setActive(true)
      }
    })

  if (each.day !== null)
    it('accepts no day before birth, none in the future, and asks about one after death', async () => {
      const day = each.day ?? ''
      const early = await saveRecordOf(service, clinician, each, ground, { [day]: '1899-12-31' })
      expect(early).toMatchObject({
        status: 400,
        body: named({ [day]: 'The date is before the date of birth' }),
      })
      const future = await saveRecordOf(service, clinician, each, ground, { [day]: addDays(today(), 1) })
      const mayBePlanned = ['treatmentDate', 'exercisePlanDate', 'appointmentDate'].includes(day)
      expect(future.status).toBe(mayBePlanned ? 200 : 400)
      if (!mayBePlanned) expect(future.body).toEqual(named({ [day]: 'The date cannot be after today' }))

      const { body: patient } = await service.ask(getPathway, { id: ground.pathwayId }, clinician)
      const { patient: known } = patient as { patient: { id: number; version: number } }
      const { id: _id, ...input } = await patientInputOf(service)
      await service.ask(
        savePatient,
        { ...input, ...known, deceasedDate: addDays(today(), -40), deathBeforeRecordsConfirmed: true },
        clinician,
      )
      const late = await saveRecordOf(service, clinician, each, ground)
      expect(late.status).toBe(400)
      expect(Object.keys(late.body as object)).toEqual([`${each.prefix}afterDeathConfirmed`])
      const confirmed = await saveRecordOf(service, clinician, each, ground, { afterDeathConfirmed: true })
      expect(confirmed.status).toBe(200)
      // A record on the day of death itself needs no confirmation.
      const { id, version } = confirmed.body as { id: number; version: number }
      const which = each.isSigned ? {} : { id, version }
      const onThatDay = { ...which, [day]: addDays(today(), -40) }
      expect((await saveRecordOf(service, clinician, each, ground, onThatDay)).status).toBe(200)
    })

  it('tells its history in words, oldest first', async () => {
    const saved = await aRecord(service, clinician, each, ground)
    const isChanged = each.isSigned ? [] : (['changed'] as const)
    for (const _once of isChanged)
      await saveRecordOf(service, teamLead, each, ground, {
        id: saved.id,
        version: 1,
        ...each.change(ground),
      })
    await remove({ id: saved.id, version: 1 + isChanged.length })
    await service.ask(each.calls.restore, { id: saved.id }, teamLead)
    const { status, body } = await service.ask(each.calls.history, { id: saved.id }, clinician)
    const changes = body as RecordChange[]
    expect(status).toBe(200)
    expect(changes.map(({ what, version }) => [what, version])).toEqual(
      ['recorded', ...isChanged, 'deleted', 'restored'].map((what, place) => [what, place + 1]),
    )
    expect(changes.every(({ by, at }) => by?.startsWith('Robin') && !Number.isNaN(Date.parse(at)))).toBe(true)
    if (!each.isSigned) expect(changes[1]?.fields).toHaveLength(Object.keys(each.change(ground)).length)
    for (const { name, after } of changes[0]?.fields ?? []) {
      expect(name).not.toMatch(/_|\bid\b/i)
      expect(after).not.toBeNull()
    }
  })

  it('leaves each read and write in the audit trail with patient and fields', async () => {
    const saved = await aRecord(service, clinician, each, ground)
    await get(saved.id)
    const { rows } = await service.db.owner.query<{
      kind: string
      records: { entity: string; id: number }[]
    }>(
      `select kind, records from audit_event
       where action in ($1, $2) and patient_ids @> array[$3::bigint] order by id`,
      [`POST ${each.calls.save.path}`, `GET ${each.calls.get.path}`, ground.patientId],
    )
    const about = rows.filter(({ records }) => records.some(({ id }) => id === saved.id))
    expect(about.map((row) => row.kind)).toEqual(['write', 'read'])
    expect(about[0]?.records).toMatchObject([{ entity: kind, id: saved.id, before: null }])
  })
})
