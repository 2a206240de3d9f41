import { parse } from 'csv-parse/sync'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { askAudit, type AuditRow } from '../../../contract/insight/audit/auditQuestion.ts'
import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import type { PatientRow } from '../../../contract/patients/search/search.ts'
import { exportAccesses } from '../../../contract/app/listExport.ts'
import { mergePatients } from '../../../contract/governance/merge.ts'
import { assignOwner, takeReferral } from '../../../contract/pathways/owner.ts'
import { getPathway, savePathway } from '../../../contract/pathways/referral/pathway.ts'
import { getPatient, type PatientView } from '../../../contract/patients/patient.ts'
import {
  countAccesses,
  endRestriction,
  getRestrictions,
  listAccesses,
  listRestrictions,
  openRestricted,
  restrictRecord,
  reviewAccess,
  type AccessRow,
  type Restriction,
} from '../../../contract/governance/restriction.ts'
import { searchDemographics, searchExternal } from '../../../contract/patients/search/search.ts'
import {
  aClinician,
  aPatient,
  expectSaved,
  referralInputOf,
  type Saved,
} from '../../testing/world/factories.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import { aSharedPatient, open, type SharedPatient } from '../../testing/process/shared.ts'
import type { TestUser } from '../../testing/world/users.ts'

/* Trust T18, decision 81. server/testing/checks/restricted.test.ts checks that no call reveals what is withheld. */

let service: TestService
let lead: TestUser
let carer: TestUser
let stranger: TestUser
let governance: TestUser
let shared: SharedPatient

beforeAll(async () => {
  service = await testService()
  lead = await service.as('Team Lead')
  governance = await service.as('Information Governance')
})
afterAll(() => service.close())

const postcode = 'ZZ77 7ZZ'
beforeEach(async () => {
  carer = await service.as('Clinician')
  stranger = await service.as('Clinician')
  shared = await aSharedPatient(service, carer, { postcode })
})

let restricted = 0
/** Each call uses a new reason: the same save within seconds would count as a repeat. */
const restrict = async (patientId = shared.patientId, by = lead): Promise<Saved> =>
  expectSaved(
    'restriction',
    await service.ask(
      restrictRecord,
      { patientId, kind: 'safety', reason: `Left a violent partner ${(restricted += 1)}` },
      by,
    ),
  )
const say = (user: TestUser, patientId = shared.patientId) =>
  service.ask(openRestricted, { patientId, reason: 'emergency', words: 'Rang from the floor' }, user)
const read = async (user: TestUser, id = shared.patientId) => {
  const { status, body } = await service.ask(getPatient, { id }, user)
  return { status, code: (body as { code?: string }).code }
}
const shown = { status: 200, code: undefined }
const asked = { status: 403, code: 'reason-needed' }

describe('a record that is restricted', () => {
  it('opens to its carers, and to others for who says why: in their session, for eight hours', async () => {
    await restrict()
    expect(await read(carer)).toEqual(shown)
    expect(await read(stranger)).toEqual(asked)
    const { body } = await service.ask(getPathway, { id: shared.pathwayId }, stranger)
    expect(body).toMatchObject({
      code: 'reason-needed',
      message: 'This record is restricted. Say why you need to see it, then you can go on.',
      restricted: { patientId: shared.patientId },
    })
    expect((await say(stranger)).status).toBe(200)
    expect(await read(stranger)).toEqual(shown)
    expect(await read(await service.as('Clinician'))).toEqual(asked)
    const query = (text: string) => service.db.owner.query(text, [shared.patientId])
    await query('update restricted_access set session_id = session_id + 1000000 where patient_id = $1')
    expect(await read(stranger)).toEqual(asked)
    await query('update restricted_access set session_id = session_id - 1000000 where patient_id = $1')
    expect(await read(stranger)).toEqual(shown)
    await query(
      `update restricted_access set created_at = created_at - interval '9 hours',
         expires_at = expires_at - interval '8 hours' where patient_id = $1`,
    )
    expect(await read(stranger)).toEqual(asked)
  })

  it('is open to the owner of a referral of the patient, and to nobody who only wants to', async () => {
    const clinicianId = await aClinician(service)
    await service.db.owner.query('update app_user set clinician_id = $2 where id = $1', [
      stranger.userId,
      clinicianId,
    ])
    await restrict()
    const taken = await service.ask(takeReferral, { pathwayId: shared.pathwayId }, stranger)
    expect(taken.status).toBe(403)
    expect(await read(stranger)).toEqual(asked)
    expect((await say(lead)).status).toBe(200)
    const given = { clinicianId, pathwayIds: [shared.pathwayId] }
    expect((await service.ask(assignOwner, given, lead)).status).toBe(200)
    expect(await read(stranger)).toEqual(shown)
  })

  it.each([
    [29, shown],
    [32, asked],
  ])('to a user who changed something of it %i days ago answers %o', async (days, answer) => {
    await restrict()
    await service.db.owner.query(
      `insert into audit_event (at, kind, action, status, user_id, role, patient_ids, request_id)
       values (now() - make_interval(days => $3), 'write', 'POST /api/patient/save', 200, $1, 'Clinician', array[$2::bigint], 'left')`,
      [stranger.userId, shared.patientId, days],
    )
    expect(await read(stranger)).toEqual(answer)
  })

  it('is no part in the care to restrict, to open with a reason, or to be refused', async () => {
    const { id, version } = await restrict()
    expect(await read(lead)).toEqual(asked)
    expect((await service.ask(endRestriction, { id, version, endedNote: 'By mistake' }, lead)).status).toBe(
      200,
    )
    expect(await read(lead)).toEqual(shown)
    await restrict()
    expect(await read(lead)).toEqual(asked)
  })

  it('can be written to once the reason is given, as the work asks', async () => {
    await restrict()
    const referral = await referralInputOf(service, shared.patientId, { secondReferral: true })
    expect((await service.ask(savePathway, referral, stranger)).status).toBe(403)
    await say(stranger)
    expect((await service.ask(savePathway, referral, stranger)).status).toBe(200)
  })

  it('is found by name with a mark and without the address', async () => {
    await restrict()
    const search = async (user: TestUser): Promise<PatientRow | undefined> => {
      const { body } = await service.ask(searchDemographics, { familyName: shared.details.familyName }, user)
      return (body as PatientRow[]).find(({ patientId }) => patientId === shared.patientId)
    }
    const mark = [{ kind: 'restricted', text: 'Restricted record', late: null }]
    expect(await search(stranger)).toMatchObject({ postcode: null, isWithheld: true, flags: mark })
    const forCarer = await search(carer)
    expect(forCarer).toMatchObject({ postcode, flags: mark })
    expect(forCarer).not.toHaveProperty('isWithheld')
    const { flags } = (await service.ask(getPatient, { id: shared.patientId }, carer)).body as PatientView
    expect(flags).toEqual(mark)
  })

  it('is not there for people outside the service, whatever they had opened', async () => {
    const external = await service.as('External')
    await open(service, external, shared)
    expect(await read(external)).toEqual(shown)
    const { id, version } = await restrict()
    expect((await read(external)).status).toBe(404)
    expect((await service.ask(searchExternal, shared.details, external)).body).toBeNull()
    expect((await say(external)).status).toBe(403)
    await service.ask(endRestriction, { id, version, endedNote: 'By mistake' }, lead)
    expect((await read(external)).status).toBe(404)
    await open(service, external, shared)
    expect(await read(external)).toEqual(shown)
  })

  it('costs no statement of its own where nothing is restricted', async () => {
    const sent = vi.spyOn(Client.prototype, 'query')
    await service.ask(getPatient, { id: shared.patientId }, carer)
    const texts = sent.mock.calls.map(([query]) =>
      typeof query === 'string' ? query : (query as { text: string }).text,
    )
    sent.mockRestore()
    const about = texts.filter((text) => /restrict|withheld/.test(text))
    expect(about).toHaveLength(2)
    expect(about.every((text) => /insert into audit_event|jsonb_build_object/.test(text))).toBe(true)
  })

  it('stays restricted in the record that stays after a merge', async () => {
    const { id: survivorId } = await aPatient(service, carer, { nhsNumber: null, nhsNumberUnknown: true })
    const { patientId: mergedId } = shared
    const versionOf = async (id: number) =>
      ((await service.ask(getPatient, { id }, carer)).body as PatientView).version
    const merge = async () => {
      const [survivorVersion, mergedVersion] = [await versionOf(survivorId), await versionOf(mergedId)]
      const input = { survivorId, survivorVersion, mergedId, mergedVersion, takes: ['nhsNumber' as const] }
      return (await service.ask(mergePatients, input, lead)).status
    }
    await restrict()
    expect(await merge()).toBe(403)
    await say(lead)
    expect(await merge()).toBe(200)
    expect(await read(stranger, survivorId)).toEqual(asked)
    // The lead's reason and the carer's part in the care have moved to the survivor.
    for (const user of [lead, carer]) expect(await read(user, survivorId)).toEqual(shown)
  })
})

describe('restricting', () => {
  it('is for Team Leads and Information Governance, once, and is shown with its reasons', async () => {
    const { id, version } = await restrict(shared.patientId, governance)
    const again = { patientId: shared.patientId, kind: 'other' as const, reason: 'Twice' }
    expect(await service.ask(restrictRecord, again, lead)).toMatchObject({
      status: 409,
      body: { message: 'This record is restricted already.' },
    })
    expect((await service.ask(restrictRecord, again, carer)).status).toBe(403)
    const { body: all } = await service.ask(listRestrictions, {}, lead)
    expect((all as { patientId: number }[]).map(({ patientId }) => patientId)).toContain(shared.patientId)
    expect(await service.ask(endRestriction, { id, version, endedNote: '' }, lead)).toMatchObject({
      status: 400,
      body: { endedNote: 'Say why it need not be restricted any longer' },
    })
    await service.ask(endRestriction, { id, version, endedNote: 'Moved away' }, lead)
    const { body } = await service.ask(getRestrictions, { patientId: shared.patientId }, governance)
    expect(body as Restriction[]).toMatchObject([{ kind: 'safety', endedNote: 'Moved away' }])
    expect(await say(stranger)).toMatchObject({ status: 409 })
  })
})

describe('a reason', () => {
  const mine = async (): Promise<AccessRow[]> =>
    ((await service.ask(listAccesses, {}, governance)).body as AccessRow[]).filter(
      ({ patientId }) => patientId === shared.patientId,
    )
  const waiting = async (user: TestUser) =>
    ((await service.ask(countAccesses, {}, user)).body as { waiting: number }).waiting

  it('is one choice and one line', async () => {
    await restrict()
    const { status, body } = await service.ask(
      openRestricted,
      { patientId: shared.patientId, reason: 'curiosity', words: '' } as never,
      stranger,
    )
    expect({ status, body }).toEqual({
      status: 400,
      body: { reason: 'Choose why you need to see it', words: 'Say it in one line' },
    })
    expect(await read(stranger)).toEqual(asked)
  })

  it('is reviewed by somebody of Information Governance who did not give it, once', async () => {
    await restrict()
    await say(stranger)
    await say(governance)
    const before = await waiting(governance)
    const [own, theirs] = await mine()
    expect([own?.isOwn, theirs?.isOwn]).toEqual([true, false])
    expect(theirs).toMatchObject({ reason: 'emergency', words: 'Rang from the floor', reviewedAt: null })
    const review = (row: AccessRow | undefined) =>
      service.ask(
        reviewAccess,
        { id: row?.id ?? 0, version: row?.version, patientId: shared.patientId, reviewNote: 'She did ring' },
        governance,
      )
    expect((await review(own)).status).toBe(409)
    expect((await review(theirs)).status).toBe(200)
    expect((await review(theirs)).status).toBe(409)
    expect(await waiting(governance)).toBe(before - 1)
    expect((await mine()).find(({ id }) => id === theirs?.id)).toMatchObject({
      reviewNote: 'She did ring',
      reviewedBy: expect.stringContaining('Robin') as string,
    })
    const { body } = await service.ask(exportAccesses, { type: 'csv' }, governance)
    const [head] = parse(body as Buffer, { bom: true }) as string[][]
    expect(head).toContain('In their words')
  })

  it('stands in the audit trail, as does a look that was refused for want of one', async () => {
    await restrict()
    await read(stranger)
    await say(stranger)
    const period = { dateFrom: addDays(today(), -1), dateTo: today() }
    const { body } = await service.ask(
      askAudit.patient,
      { patientId: shared.patientId, ...period },
      governance,
    )
    const told = (body as { rows: AuditRow[] }).rows.filter(({ userId }) => userId === stranger.userId)
    expect(told.map(({ what }) => what)).toEqual([
      expect.stringMatching(
        /^Looked at: Give a reason for opening a restricted record.*Emergency: Rang from the floor/,
      ),
      expect.stringMatching(/^Refused, restricted and no reason given: /),
    ])
  })
})
