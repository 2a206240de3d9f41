import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { today } from '../../../contract/platform/dates/dates.ts'
import { printLetters } from '../../../contract/care/letters/letter.ts'
import { aSignedLetter } from '../../testing/known/knownLetters.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import type { Saved } from '../../testing/world/factories.ts'
import { addLetterhead, addPractice, letterSteps } from '../../testing/world/letterSteps.ts'
import type { TestUser } from '../../testing/world/users.ts'

let service: TestService
let clinician: TestUser
beforeAll(async () => {
  service = await testService()
  clinician = await service.as('Clinician')
  await addPractice(service)
  await addLetterhead(service, await service.as('System Administrator'))
})
afterAll(() => service.close())

const { aReferral, composed, sign, signComposed, heldOf, unsent, changePatient, flag } = letterSteps(() => ({
  service,
  clinician,
}))

/** The nightly check found it; null: nothing differs. */
const differsInPds = (patientId: number, kind: string | null): Promise<unknown> =>
  service.db.owner.query(
    `insert into pds_check (patient_id, asked_at, kinds, found_at) values ($1, now(), $2, $3)
     on conflict (patient_id) do update set kinds = excluded.kinds, found_at = excluded.found_at`,
    [patientId, kind === null ? [] : [kind], kind === null ? null : new Date()],
  )

describe('whom no letter may reach', () => {
  it('is the patient who has died; the practice is written to', async () => {
    const { pathwayId, patientId } = await aReferral()
    const before = await signComposed(pathwayId, 'patient', 'cannotReach')
    await changePatient(patientId, { deceasedDate: today() })
    expect((await composed(pathwayId, 'patient', 'cannotReach')).refusal).toContain('has died')
    const { title, body, templateId } = await composed(pathwayId, 'patient', 'cannotReach')
    expect((await sign({ pathwayId, templateId, title, body, concernsConfirmed: true })).status).toBe(409)
    const { id } = before.body as Saved
    expect((await unsent()).find((letter) => letter.id === id)?.held).toContain('has died')
    const other = await aSignedLetter(service, clinician, pathwayId)
    const both = await service.ask(printLetters, { ids: [other.id, id] }, clinician)
    expect(both.status).toBe(409)
    expect((await service.ask(printLetters, { ids: [other.id] }, clinician)).status).toBe(200)
  })

  it('is a patient without an address, and the practice of a patient who has none', async () => {
    const { pathwayId } = await aReferral({ addressLine1: '', town: '', postcode: '', registeredGP: '' })
    for (const recipient of ['patient', 'gp'] as const)
      expect((await composed(pathwayId, recipient, 'discharge')).refusal).toContain('Record it first')
  })

  it.each([
    [
      'patient',
      { kind: 'consentRefused', category: 'contact', detail: 'Wants no letters' },
      'refused consent',
    ],
    ['gp', { kind: 'consentRefused', category: 'sharing', detail: 'Not my GP' }, 'refused consent'],
    ['patient', { kind: 'preferredFormat', category: 'braille' }, 'asked for another format: Braille'],
    ['patient', { kind: 'interpreter', detail: 'Polish' }, 'This letter is in English'],
  ] as const)('is asked about before a letter to the %s is signed: %o', async (recipient, fields, says) => {
    const { pathwayId, patientId } = await aReferral()
    const [occasion] = recipient === 'gp' ? (['discharge'] as const) : (['cannotReach'] as const)
    const before = await signComposed(pathwayId, recipient, occasion, { concernsConfirmed: true })
    await flag(patientId, fields)
    expect((await composed(pathwayId, recipient, occasion)).concerns.join()).toContain(says)
    const refused = await signComposed(pathwayId, recipient, occasion)
    expect((refused.body as { concernsConfirmed: string }).concernsConfirmed).toContain(says)
    const { status } = await signComposed(pathwayId, recipient, occasion, { concernsConfirmed: true })
    expect(status).toBe(200)
    // The confirmed letter may be sent; the earlier one is held back until somebody has considered the concern.
    const [meant, earlier] = await heldOf(pathwayId)
    expect(meant).toBeNull()
    expect(earlier).toContain(says)
    expect((before.body as Saved).id).toBeGreaterThan(0)
  })

  it('is anybody who could read an address that must not be told', async () => {
    const { pathwayId, patientId } = await aReferral()
    await service.db.owner.query(
      `insert into patient_restriction (patient_id, kind, reason, created_by) values ($1, 'safety', 'Threatened', $2)`,
      [patientId, clinician.userId],
    )
    const { frame, concerns } = await composed(pathwayId, 'gp', 'discharge')
    expect(frame.about.join()).not.toContain('Mill Lane')
    expect(concerns.join()).toContain('must not be told')
    expect((await composed(pathwayId, 'patient', 'cannotReach')).concerns.join()).toContain('not safe')
  })

  it.each([
    ['patient', 'cannotReach', 'address', 'PDS has another address'],
    ['gp', 'discharge', 'practice', 'PDS has another GP practice'],
  ] as const)(
    'is a letter to the %s while PDS says that it goes elsewhere',
    async (recipient, occasion, kind, says) => {
      const { pathwayId, patientId } = await aReferral()
      await signComposed(pathwayId, recipient, occasion, { concernsConfirmed: true })
      expect(await heldOf(pathwayId)).toEqual([null])
      await differsInPds(patientId, kind)
      expect((await composed(pathwayId, recipient, occasion)).concerns.join()).toContain(says)
      expect((await heldOf(pathwayId))[0]).toContain(says)
      // Somebody looked at it, and leaves the record as it is.
      await differsInPds(patientId, null)
      expect(await heldOf(pathwayId)).toEqual([null])
    },
  )

  it('is the address that PDS calls sensitive', async () => {
    const { pathwayId, patientId } = await aReferral()
    await differsInPds(patientId, 'sensitive')
    const { frame, concerns } = await composed(pathwayId, 'gp', 'discharge')
    expect(frame.about.join()).not.toContain('Mill Lane')
    expect(concerns.join()).toContain('must not be told')
  })

  it('is the address from before a move', async () => {
    const { pathwayId, patientId } = await aReferral()
    const { body } = await signComposed(pathwayId, 'patient', 'cannotReach')
    await changePatient(patientId, { addressLine1: '3 New Road' })
    expect(await heldOf(pathwayId)).toEqual([expect.stringContaining('has changed since it was signed')])
    expect((await service.ask(printLetters, { ids: [(body as Saved).id] }, clinician)).status).toBe(409)
  })
})
