import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  endVisits,
  getVisitEntry,
  handInVisit,
  openVisits,
  settleVisitEntry,
  takeVisits,
  visitWork,
  type HandedIn,
  type VisitEntry,
  type VisitPack,
  type VisitWork,
} from '../../../contract/care/visits/visits.ts'
import { saveFlag } from '../../../contract/patients/flags/flag.ts'
import { restrictRecord } from '../../../contract/governance/restriction.ts'
import { getPathway, savePathway, type PathwayView } from '../../../contract/pathways/referral/pathway.ts'
import { frat } from '../../../contract/pathways/records/frat.ts'
import { wellbeing } from '../../../contract/pathways/records/wellbeing.ts'
import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import { aPack, aVisit, noteOf, sealedFor, withDiary } from '../../testing/known/knownVisits.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import { aFrat, expectSaved } from '../../testing/world/factories.ts'
import { tokenFor, type TestUser } from '../../testing/world/users.ts'

let service: TestService
let lead: TestUser
let user: TestUser
let pack: VisitPack
let visit: Awaited<ReturnType<typeof aVisit>>
beforeAll(async () => {
  service = await testService()
  lead = await service.as('Team Lead')
})
afterAll(() => service.close())
beforeEach(async () => {
  user = await service.as('Clinician')
  visit = await aVisit(service, user)
  pack = (await aPack(service, user)).pack
})

const hand = async (typed: Partial<HandedIn>, by = user, of = pack) =>
  service.ask(handInVisit, { id: of.id, sealed: await sealedFor(of, typed) }, by)
const note = (more: Partial<HandedIn> = {}): Partial<HandedIn> => ({
  entryId: randomUUID(),
  appointmentId: visit.appointmentId,
  form: 'contactNote',
  body: noteOf(visit.pathwayId),
  ...more,
})
const view = async (by = user) =>
  (await service.ask(getPathway, { id: visit.pathwayId }, by)).body as PathwayView
const workOf = async (by: TestUser) => (await service.ask(visitWork, {}, by)).body as VisitWork
const entryOf = async (id: string, by = user) => {
  const entry = (await service.ask(getVisitEntry, { id }, by)).body as VisitEntry
  const { typed, stored } = entry
  return { ...entry, typed: JSON.parse(typed) as object, stored: JSON.parse(stored ?? 'null') as object }
}
const restrict = () =>
  service.ask(
    restrictRecord,
    { patientId: visit.patientId, kind: 'safety', reason: `Reason ${randomUUID()}` },
    lead,
  )
const saved = { status: 200, body: { outcome: 'saved', why: null } }
const waits = (why: string) => ({ status: 200, body: { outcome: 'waiting', why } })

describe('what a device takes along', () => {
  it('is today’s and tomorrow’s own visits, and the audit trail has every patient', async () => {
    const second = await aVisit(service, user)
    const others = await service.as('Clinician')
    await aVisit(service, others)
    const taken = (await aPack(service, user)).pack
    expect(taken.visits.map(({ appointmentId }) => appointmentId)).toEqual(
      [visit, second].map(({ appointmentId }) => appointmentId),
    )
    const { rows } = await service.db.owner.query<{ kind: string; patient_ids: string[] }>(
      `select kind, patient_ids from audit_event where user_id = $1 and action = 'POST /api/visit/take' order by id desc limit 1`,
      [user.userId],
    )
    expect(rows[0]?.kind).toBe('read')
    expect(rows[0]?.patient_ids.map(Number)).toEqual([visit.patientId, second.patientId])
  })

  it('has the last plan and measures, no earlier visit, no document and no notes', async () => {
    await service.ask(
      savePathway,
      { id: visit.pathwayId, patientId: visit.patientId, generalNotes: 'Hears badly' },
      user,
    )
    await aFrat(service, user, visit.pathwayId, { fratScore: 2, assessmentDate: addDays(today(), -20) })
    await aFrat(service, user, visit.pathwayId, { fratScore: 4, assessmentDate: addDays(today(), -2) })
    await hand(note())
    const [taken] = (await aPack(service, user)).pack.visits
    expect(taken?.view.frat.map(({ fratScore }) => fratScore)).toEqual([4])
    expect(taken?.view).toMatchObject({ contactNote: [], documents: [], stageChanges: [], otherOpen: [] })
    expect(JSON.stringify(taken)).not.toMatch(/Hears badly|Rang the bell/)
  })

  it.each([
    ['restricted', 'a restricted record', () => restrict()],
    [
      'notSafe',
      'a home where a visit may not be safe',
      () =>
        service.ask(
          saveFlag,
          {
            ...{ id: 0, patientId: visit.patientId, kind: 'homeVisitRisk', category: null, sinceDate: null },
            ...{ detail: 'A dog', action: null, reviewDate: addDays(today(), 30) },
          },
          user,
        ),
    ],
    [
      'closed',
      'a closed referral',
      async () => {
        const closed = { id: visit.pathwayId, patientId: visit.patientId, dischargeDate: today() }
        const reply = await service.ask(savePathway, closed, user)
        // Closing cancels what is still to come; by the hour of the test the visit may be over or not.
        await service.db.owner.query('update appointment set outcome = null where id = $1', [
          visit.appointmentId,
        ])
        return reply
      },
    ],
  ])('leaves %s behind, and says so: %s', async (why, _, make) => {
    expect((await make()).status).toBe(200)
    const { visits, leftOut } = (await aPack(service, user)).pack
    expect({ visits, leftOut }).toMatchObject({ visits: [], leftOut: [{ ...visitOnly(), why }] })
  })
  const visitOnly = () => ({ appointmentId: visit.appointmentId })

  it('is at most fifteen visits', async () => {
    for (let more = 0; more < 15; more += 1) await aVisit(service, user)
    const { visits, leftOut } = (await aPack(service, user)).pack
    expect([visits.length, leftOut.map(({ why }) => why)]).toEqual([15, ['tooMany']])
  })

  it('needs the setting and a diary of one’s own', async () => {
    service.parts.visitPacks = false
    expect((await service.ask(takeVisits, { device: 'Laptop' }, user)).status).toBe(404)
    service.parts.visitPacks = true
    const without = await service.as('Clinician')
    expect(await service.ask(takeVisits, { device: 'Laptop' }, without)).toMatchObject({
      status: 400,
      body: { device: expect.stringContaining('not linked to a clinician') as string },
    })
  })

  it('keeps its key out of the database', async () => {
    const { pack: taken, half } = await aPack(service, user)
    const { rows } = await service.db.owner.query(
      `select encode(sealed, 'escape') as sealed from visit_pack where id = $1`,
      [taken.id],
    )
    expect(JSON.stringify(rows)).not.toMatch(/AGE-SECRET|half|proof/)
    expect((await service.ask(openVisits, { id: taken.id }, user)).body).toEqual({ half })
  })
})

describe('CS-58: a device that is lost, or out of date', () => {
  const isValid = async (by = user) => (await workOf(by)).devices.some(({ id }) => id === pack.id)

  it.each(['Team Lead', 'System Administrator'] as const)('is ended by a %s', async (profile) => {
    const other = await service.as('Clinician')
    expect((await service.ask(endVisits, { id: pack.id, why: 'lost' }, other)).status).toBe(403)
    expect(await isValid()).toBe(true)
    const chief = await service.as(profile)
    expect((await workOf(chief)).devices).toContainEqual(
      expect.objectContaining({ id: pack.id, visits: 1 }) as object,
    )
    expect((await service.ask(endVisits, { id: pack.id, why: 'lost' }, chief)).status).toBe(200)
    expect(await isValid()).toBe(false)
    expect((await service.ask(openVisits, { id: pack.id }, user)).status).toBe(404)
  })

  it('is not taken for an ended one because colleagues took more visits than a list holds', async () => {
    const chief = await service.as('Team Lead')
    await aVisit(service, chief)
    const own = (await aPack(service, chief)).pack
    const { rows: others } = await service.db.owner.query<{ id: string }>(
      `insert into visit_pack (id, user_id, role_id, session_id, device, made_at, ends_at, sealed)
        select gen_random_uuid(), user_id, role_id, session_id, device, made_at + interval '1 minute', ends_at, sealed
        from visit_pack, generate_series(1, 200) where id = $1 returning id`,
      [pack.id],
    )
    try {
      expect((await workOf(chief)).devices.filter(({ isOwn }) => isOwn).map(({ id }) => id)).toEqual([own.id])
    } finally {
      await service.db.owner.query('delete from visit_pack where id = any($1)', [others.map(({ id }) => id)])
    }
  })

  it('is of no use to anybody else, and after twelve hours to nobody', async () => {
    const other = await service.as('Clinician')
    expect(await isValid(other)).toBe(false)
    expect((await service.ask(openVisits, { id: pack.id }, other)).status).toBe(404)
    const before = service.time.now
    service.time.now += 12 * 60 * 60_000
    const later = await tokenFor(service.db, service.time.now, user)
    expect(await isValid(later)).toBe(false)
    service.time.now = before
  })
})

describe('CS-58: a record that is restricted after it was taken along', () => {
  it('is not opened again, and what was typed about it still comes in and waits', async () => {
    const other = await aVisit(service, user)
    const both = (await aPack(service, user)).pack
    expect((await service.ask(openVisits, { id: both.id }, user)).status).toBe(200)
    await restrict()
    expect((await service.ask(openVisits, { id: both.id }, user)).status).toBe(404)
    for (const by of [user, lead])
      expect((await workOf(by)).devices.map(({ id }) => id)).not.toContain(both.id)
    const typed = note()
    expect(await hand(typed, user, both)).toMatchObject(waits('restricted'))
    expect((await workOf(user)).waiting.map(({ id }) => id)).toEqual([typed.entryId])
    const fresh = (await aPack(service, user)).pack
    expect(fresh.visits.map(({ appointmentId }) => appointmentId)).toEqual([other.appointmentId])
    expect((await service.ask(openVisits, { id: fresh.id }, user)).status).toBe(200)
    expect((await workOf(user)).devices.map(({ id }) => id)).toContain(fresh.id)
  })
})

describe('what is handed in', () => {
  it('is saved once in the name of its author, also when somebody else signs in there', async () => {
    const other = await service.as('Information Governance')
    const typed = note()
    expect(await hand(typed, await service.as('External'))).toMatchObject({ status: 403 })
    expect(await hand(typed, other)).toMatchObject(saved)
    expect(await hand(typed, user)).toMatchObject(saved)
    const { contactNote } = await view()
    expect(contactNote.map(({ note: words }) => words)).toEqual(['Rang the bell twice.'])
    const { rows } = await service.db.owner.query<{ user_id: string; criteria: object }>(
      `select user_id, criteria from audit_event where action = 'POST /api/contactNote/save' order by id desc limit 1`,
    )
    expect(Number(rows[0]?.user_id)).toBe(user.userId)
    expect(rows[0]?.criteria).toMatchObject({ handedInBy: other.userId, visitEntry: typed.entryId })
  })

  it('is saved once although it is handed in many times at once', async () => {
    const typed = note()
    const answers = await Promise.all(Array.from({ length: 8 }, () => hand(typed)))
    expect(answers.filter(({ status }) => status !== 200)).toEqual([])
    expect((await view()).contactNote).toHaveLength(1)
  })

  it('goes to the patient of the visit, whatever it says', async () => {
    const elsewhere = await aVisit(service, user)
    expect(await hand(note({ body: noteOf(elsewhere.pathwayId) }))).toMatchObject(saved)
    expect((await view()).contactNote).toHaveLength(1)
  })

  it('was typed where the pack was open, about one of its visits', async () => {
    const refused = {
      status: 400,
      body: { sealed: expect.stringContaining('stays on the device') as string },
    }
    const other = await aVisit(service, user)
    const proof = Buffer.alloc(32).toString('base64')
    const forged = await sealedFor(pack, note(), { proof })
    expect(await service.ask(handInVisit, { id: pack.id, sealed: forged }, user)).toMatchObject(refused)
    expect(await hand(note({ appointmentId: other.appointmentId }))).toMatchObject(refused)
    expect(await hand(note({ userId: lead.userId }))).toMatchObject(refused)
    const later = (await aPack(service, user)).pack
    const sealed = await sealedFor(later, note())
    expect(await service.ask(handInVisit, { id: pack.id, sealed }, user)).toMatchObject(refused)
    expect((await view()).contactNote).toEqual([])
  })

  it('is refused if its number is that of something typed on other visits, whose text stays', async () => {
    const first = note({ isFinished: false })
    expect(await hand(first)).toMatchObject(waits('unfinished'))
    const next = (await aPack(service, user)).pack
    expect(await hand({ ...note(), entryId: String(first.entryId) }, user, next)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('stays on the device') as string },
    })
    expect((await workOf(user)).waiting.map(({ id }) => id)).toEqual([first.entryId])
    expect((await view()).contactNote).toEqual([])
  })

  it('outlives the pack that it was typed in', async () => {
    await service.ask(endVisits, { id: pack.id, why: 'lost' }, lead)
    expect(await hand(note())).toMatchObject(saved)
  })

  it('waits with both sides after a conflict, until its author decides', async () => {
    const { version } = (await view()).pathway
    const consent = { id: visit.pathwayId, patientId: visit.patientId }
    const other = { ...consent, version, consentGiven: false, consentDate: today() }
    expect((await service.ask(savePathway, other, lead)).status).toBe(200)
    const typed = note({
      form: 'consent',
      body: { ...consent, version, consentGiven: true, consentDate: today() },
    })
    expect(await hand(typed)).toMatchObject(waits('conflict'))
    const id = String(typed.entryId)
    expect(await entryOf(id)).toMatchObject({
      typed: { consentGiven: true },
      stored: { consentGiven: false },
      message: expect.stringContaining('changed this record') as string,
    })
    expect((await view()).pathway.consentGiven).toBe(false)
    const { storedVersion } = await entryOf(id)
    const over = { id, how: 'save', over: storedVersion ?? 0 } as const
    const stranger = await service.as('Clinician')
    expect((await service.ask(settleVisitEntry, over, stranger)).status).toBe(404)
    expect((await service.ask(settleVisitEntry, over, user)).status).toBe(200)
    expect((await view()).pathway.consentGiven).toBe(true)
    expect((await workOf(user)).waiting).toEqual([])
  })

  it('changes a record that was taken along, or waits with both sides if somebody changed it first', async () => {
    const { id } = await aFrat(service, user, visit.pathwayId, { fratScore: 2 })
    const seen = (await view()).frat[0]
    const changed = (fratScore: number, version?: number) =>
      note({
        form: 'frat',
        body: {
          ...{ id, version, pathwayId: visit.pathwayId, fratScore },
          ...{
            assessmentDate: seen?.assessmentDate,
            teamMemberId: seen?.teamMemberId,
            locationId: seen?.locationId,
          },
        } as never,
      })
    expect(await hand(changed(3, seen?.version))).toMatchObject(saved)
    expect((await view()).frat).toMatchObject([{ id, fratScore: 3 }])
    const late = changed(4, seen?.version)
    expect(await hand(late)).toMatchObject(waits('conflict'))
    expect(await entryOf(String(late.entryId))).toMatchObject({
      typed: { fratScore: 4 },
      stored: { fratScore: 3 },
    })
    expect((await view()).frat).toMatchObject([{ id, fratScore: 3 }])
  })

  describe('saved over what a colleague changed meanwhile', () => {
    const items = {
      ...{ fallInLastYear: true, fourOrMoreMedicines: true, strokeOrParkinsons: false },
      ...{ balanceProblems: false, cannotRiseFromChair: false },
    }
    const locations = async () =>
      (await service.db.owner.query<{ id: string }>('select id from location order by id limit 2')).rows.map(
        ({ id }) => Number(id),
      )
    /** A FRAT that was taken along, and changed by a colleague; what is then handed in waits. */
    const conflict = async (theirs: object, ours: object) => {
      const { id } = await aFrat(service, user, visit.pathwayId, { fratScore: 2 })
      const seen = (await view()).frat[0]
      const taken = {
        ...{ id, version: seen?.version, pathwayId: visit.pathwayId, fratScore: 2 },
        ...{ assessmentDate: seen?.assessmentDate ?? '', teamMemberId: seen?.teamMemberId ?? 0 },
        locationId: seen?.locationId ?? 0,
      }
      expect((await service.ask(frat.save, { ...taken, ...theirs }, lead)).status).toBe(200)
      const typed = note({ form: 'frat', body: { ...taken, ...ours } as never })
      expect(await hand(typed)).toMatchObject(waits('conflict'))
      const entry = await entryOf(String(typed.entryId))
      const over = { id: entry.id, how: 'save', over: entry.storedVersion ?? 0 } as const
      return { entry, save: () => service.ask(settleVisitEntry, over, user) }
    }
    const unanswered = Object.fromEntries(Object.keys(items).map((name) => [name, null]))

    it.each([
      ['that it does not name', {}],
      ['that it left blank, as they were taken along', unanswered],
    ])('keeps answers %s', async (_, ours) => {
      const assessmentDate = addDays(today(), -1)
      const { entry, save } = await conflict(items, { ...ours, assessmentDate })
      expect([...entry.kept].sort()).toEqual(Object.keys(items).sort())
      expect((await save()).status).toBe(200)
      expect((await view()).frat).toMatchObject([{ ...items, fratScore: 2, assessmentDate }])
    })

    it('says what was typed where both sides changed the answer', async () => {
      const [here, there] = await locations()
      const { entry, save } = await conflict(
        { fratScore: 4, locationId: here },
        { fratScore: 3, locationId: there },
      )
      expect(entry.kept).not.toContain('fratScore')
      expect((await save()).status).toBe(200)
      expect((await view()).frat).toMatchObject([{ fratScore: 3 }])
    })

    it('is refused in words, and waits, if the two sides do not fit together', async () => {
      const { entry, save } = await conflict(items, { fratScore: 3 })
      expect(await save()).toMatchObject({
        status: 400,
        body: { message: expect.stringContaining('does not fit what is on the record now') as string },
      })
      expect((await view()).frat).toMatchObject([{ ...items, fratScore: 2 }])
      expect((await workOf(user)).waiting.map(({ id }) => id)).toEqual([entry.id])
    })

    it('keeps concerns that it left as they were', async () => {
      const { rows } = await service.db.owner.query<{ id: string }>(
        'select id from concern where is_active and red_flag_sign is null order by id limit 2',
      )
      const [first, second] = rows.map(({ id }) => Number(id))
      const [locationId] = await locations()
      const assessment = {
        ...{ id: 0, pathwayId: visit.pathwayId, assessmentDate: today() },
        ...{ clinicianId: await withDiary(service, user), locationId: locationId ?? 0 },
      }
      const begun = { assessment, concerns: [first ?? 0] }
      const { id } = expectSaved('wellbeing', await service.ask(wellbeing.save, begun, user))
      const taken = { ...assessment, id, version: (await view()).wellbeing[0]?.version }
      const theirs = { assessment: taken, concerns: [first ?? 0, second ?? 0] }
      expectSaved('wellbeing', await service.ask(wellbeing.save, theirs, lead))
      const assessmentDate = addDays(today(), -1)
      const body = { assessment: { ...taken, assessmentDate }, concerns: [first ?? 0] }
      const typed = note({ form: 'wellbeing', body: body as never })
      expect(await hand(typed)).toMatchObject(waits('conflict'))
      const entry = await entryOf(String(typed.entryId))
      expect(entry.kept).toEqual(['concerns'])
      const over = { id: entry.id, how: 'save', over: entry.storedVersion ?? 0 } as const
      expect((await service.ask(settleVisitEntry, over, user)).status).toBe(200)
      const [after] = (await view()).wellbeing
      expect(after).toMatchObject({ assessmentDate })
      expect(after?.concerns.map((concern) => concern.id).sort()).toEqual([first, second].sort())
    })
  })

  describe('whose record somebody deleted meanwhile', () => {
    const deleted = async (isFinished = true) => {
      const { id, version } = await aFrat(service, user, visit.pathwayId, { fratScore: 2 })
      const { assessmentDate, teamMemberId, locationId } = (await view()).frat[0] ?? {}
      const changed = { pathwayId: visit.pathwayId, assessmentDate, teamMemberId, locationId, fratScore: 3 }
      expect((await service.ask(frat.delete, { id, version }, lead)).status).toBe(200)
      const body = isFinished
        ? { id, version, ...changed }
        : { changes: { fratScore: 3 }, base: '[2]', place: '/visits?show=visit-0-frat-1 x', recordId: id }
      const typed = note({ form: 'frat', isFinished, body: body as never })
      expect(await hand(typed)).toMatchObject(waits(isFinished ? 'refused' : 'unfinished'))
      return { id: String(typed.entryId), recordId: id }
    }

    it('is saved as a new record, and says why', async () => {
      const { id, recordId } = await deleted()
      expect(await entryOf(id)).toMatchObject({ isDeleted: true, stored: null, storedVersion: null })
      const asNew = { id, how: 'save', asNew: true, confirmed: true } as const
      expect((await service.ask(settleVisitEntry, asNew, user)).status).toBe(200)
      const { frat: records } = await view()
      expect(records).toMatchObject([{ fratScore: 3 }])
      expect(records[0]?.id).not.toBe(recordId)
    })

    it('says so of unfinished text too', async () => {
      expect(await entryOf((await deleted(false)).id)).toMatchObject({ isDeleted: true })
    })

    it('is not saved as a second record once the first is there again', async () => {
      const { id, recordId } = await deleted()
      const { rows } = await service.db.owner.query<{ version: number }>(
        'update frat set is_active = true where id = $1 returning version',
        [recordId],
      )
      expect(rows).toHaveLength(1)
      const asNew = { id, how: 'save', asNew: true } as const
      expect((await service.ask(settleVisitEntry, asNew, user)).status).toBe(409)
      expect((await view()).frat).toMatchObject([{ id: recordId, fratScore: 2 }])
    })
  })

  it('waits for a person if the record was restricted meanwhile', async () => {
    await restrict()
    const typed = note()
    expect(await hand(typed)).toMatchObject(waits('restricted'))
    expect((await workOf(lead)).waiting).toContainEqual(
      expect.objectContaining({ id: typed.entryId, why: 'restricted' }) as object,
    )
  })

  it.each([
    ['an account that is closed', 'update app_user set is_active = false where id = $1'],
    ['a role that was taken away', 'delete from user_role where user_id = $1'],
  ])('waits for a person after %s', async (_, change) => {
    await service.db.owner.query(change, [user.userId])
    const typed = note()
    expect(await hand(typed, lead)).toMatchObject(waits('rights'))
    const id = String(typed.entryId)
    expect(await entryOf(id, lead)).toMatchObject({ typed: { note: 'Rang the bell twice.' } })
    expect((await service.ask(settleVisitEntry, { id, how: 'save' }, lead)).status).toBe(200)
    expect((await view(lead)).contactNote).toHaveLength(1)
  })

  it('waits if the service asks about it or refuses it, and is not lost', async () => {
    const refused = note({ body: { ...noteOf(visit.pathwayId), contactDate: '2019-01-01' } })
    const body = { ...noteOf(visit.pathwayId), contactDate: addDays(today(), -400), unusualConfirmed: false }
    const asked = note({ body })
    for (const typed of [note({ body: { ...refused.body, note: '' } }), asked])
      expect(await hand(typed)).toMatchObject(waits('refused'))
    const id = String(asked.entryId)
    expect((await entryOf(id)).message).toMatch(/long before the referral/)
    expect((await service.ask(settleVisitEntry, { id, how: 'save' }, user)).status).toBe(400)
    expect((await workOf(user)).waiting).toHaveLength(2)
    expect((await service.ask(settleVisitEntry, { id, how: 'save', confirmed: true }, user)).status).toBe(200)
    expect((await view()).contactNote).toHaveLength(1)
  })

  it('waits unfinished until the finished text replaces it, or it is dropped', async () => {
    const typed = note({ isFinished: false, typedAt: '2026-11-30T09:00:00.000Z' })
    expect(await hand(typed)).toMatchObject(waits('unfinished'))
    expect((await view()).contactNote).toEqual([])
    expect(await hand({ ...typed, isFinished: true, typedAt: '2026-11-30T09:01:00.000Z' })).toMatchObject(
      saved,
    )
    expect((await view()).contactNote).toHaveLength(1)
    const dropped = note({ isFinished: false })
    await hand(dropped)
    const id = String(dropped.entryId)
    expect((await service.ask(settleVisitEntry, { id, how: 'drop' }, user)).status).toBe(200)
    expect((await workOf(user)).waiting).toEqual([])
    expect(await hand({ ...dropped, isFinished: true })).toMatchObject(saved)
    expect((await view()).contactNote).toHaveLength(1)
  })

  it('keeps what waits unreadable in the database, and forgets it once it is settled', async () => {
    const typed = note({ isFinished: false })
    await hand(typed)
    const rows = async () =>
      JSON.stringify(
        (
          await service.db.owner.query(
            `select encode(sealed, 'escape') as sealed, message from visit_entry where id = $1`,
            [typed.entryId],
          )
        ).rows,
      )
    expect(await rows()).not.toMatch(/Rang the bell/)
    await service.ask(settleVisitEntry, { id: String(typed.entryId), how: 'drop' }, user)
    expect(await rows()).toBe('[{"sealed":null,"message":null}]')
  })
})

describe('a visit of which nothing was handed in', () => {
  const missing = async (by: TestUser) =>
    (await workOf(by)).notHandedIn.map(({ appointmentId }) => appointmentId)

  it('is shown to its clinician and the Team Lead once the pack has ended', async () => {
    await service.db.owner.query(`update appointment set appointment_date = $2 where id = $1`, [
      visit.appointmentId,
      addDays(today(), -1),
    ])
    expect(await missing(user)).toEqual([])
    await service.ask(endVisits, { id: pack.id, why: 'signedOut' }, user)
    expect(await missing(user)).toEqual([visit.appointmentId])
    expect(await missing(lead)).toContain(visit.appointmentId)
    expect(await missing(await service.as('Clinician'))).toEqual([])
    await hand(note())
    expect(await missing(user)).toEqual([])
  })
})
