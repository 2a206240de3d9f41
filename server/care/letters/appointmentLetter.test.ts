import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { weekdayOf } from '../../../contract/platform/dates/weekdays.ts'
import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import { formatLongDate } from '../../../contract/platform/words/format.ts'
import {
  composeLetter,
  lettersOfPathway,
  saveLetter,
  signLetter,
  type ComposedLetter,
  type PathwayLetters,
} from '../../../contract/care/letters/letter.ts'
import type { LetterOccasion } from '../../../contract/care/letters/recipients.ts'
import { appointment as appointmentCalls } from '../../../contract/pathways/records/appointment.ts'
import { expectSaved } from '../../testing/world/factories.ts'
import { templateFor } from '../../testing/known/knownLetters.ts'
import { aGround, aRecord, caseOf, type Ground } from '../../testing/values/recordCases.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import type { TestUser } from '../../testing/world/users.ts'

let service: TestService
let clinician: TestUser

beforeAll(async () => {
  service = await testService()
  clinician = await service.as('Clinician')
  await service.db.owner.query(`update letterhead set telephone = '01632 960 100'`)
})
afterAll(() => service.close())

const on = (days: number): string => addDays(today(), days)
const inWords = (day: string): string => `${weekdayOf(day)} ${formatLongDate(day)}`

const aPatientAtHome = async (): Promise<Ground> => {
  const ground = await aGround(service, clinician)
  await service.db.owner.query(`update patient set address_line1 = '12 Mill Lane' where id = $1`, [
    ground.patientId,
  ])
  return ground
}

const appointment = (ground: Ground, fields: object) =>
  aRecord(service, clinician, caseOf('appointment'), ground, { ...fields })

const composed = async (
  { pathwayId }: Ground,
  occasion: LetterOccasion,
  appointmentId?: number,
): Promise<ComposedLetter> => {
  const templateId = await templateFor(service, 'patient', occasion)
  const { status, body } = await service.ask(
    composeLetter,
    { pathwayId, templateId, ...(appointmentId !== undefined && { appointmentId }) },
    clinician,
  )
  expect(status).toBe(200)
  return body as ComposedLetter
}

const sign = async ({ pathwayId }: Ground, { templateId, title, body }: ComposedLetter, more: object = {}) =>
  service.ask(signLetter, { id: 0, pathwayId, templateId, title, body, ...more }, clinician, {
    'idempotency-key': crypto.randomUUID(),
  })

it('an invitation takes day, time, place and clinician from the appointment that is chosen', async () => {
  const ground = await aPatientAtHome()
  const first = await appointment(ground, {
    ...{ appointmentType: 'clinic', appointmentDate: on(3), startTime: '09:05' },
  })
  const second = await appointment(ground, {
    ...{ appointmentType: 'call', appointmentDate: on(9), startTime: '14:30' },
  })
  await appointment(ground, { appointmentDate: on(-9), startTime: '10:00', outcome: 'attended' })
  await appointment(ground, { appointmentDate: on(5), startTime: '10:00', outcome: 'cancelledByPatient' })

  const open = await composed(ground, 'invitation')
  expect(open.appointments?.map(({ id }) => id)).toEqual([first.id, second.id])
  expect(open.appointmentId).toBeNull()
  expect(open.body).toContain('- Day: [Day of the appointment]')

  const { rows } = await service.db.owner.query<{ name: string }>('select name from location where id = $1', [
    ground.locationId,
  ])
  const clinic = await composed(ground, 'invitation', first.id)
  expect(clinic.appointmentId).toBe(first.id)
  expect(clinic.body).toContain(
    `- Day: ${inWords(on(3))}\n- Time: 09:05\n- Place: ${rows[0]?.name}\n- With: Ada Okafor`,
  )
  expect(clinic.body).toContain('Please come to this appointment.')
  const call = await composed(ground, 'invitation', second.id)
  expect(call.body).toContain(`- Day: ${inWords(on(9))}\n- Time: 14:30\n- With: Ada Okafor`)
  expect(call.body).toContain('We will ring you.')
  expect(call.body).not.toContain('What to bring')
})

it('an invitation is not signed without an appointment that lies ahead', async () => {
  const ground = await aPatientAtHome()
  const none = await composed(ground, 'invitation')
  expect(none.appointments).toEqual([])
  const words = { title: none.title, body: 'Please come on Tuesday at ten.' }
  const refused = { appointmentId: 'Choose a future appointment' }
  expect((await sign(ground, none, words)).body).toEqual(refused)
  const over = await appointment(ground, { appointmentDate: on(-2) })
  expect((await sign(ground, none, { ...words, appointmentId: over.id })).body).toEqual(refused)
  const others = await appointment(await aPatientAtHome(), { appointmentDate: on(2) })
  expect((await sign(ground, none, { ...words, appointmentId: others.id })).body).toEqual(refused)
  expect((await sign(ground, await composed(ground, 'didNotAttend'), words)).body).toEqual({
    appointmentId: 'Choose an appointment that was missed',
  })
})

it('what is typed in place of the day or the time is asked about', async () => {
  const ground = await aPatientAtHome()
  const { id } = await appointment(ground, {
    appointmentType: 'clinic',
    appointmentDate: on(4),
    startTime: '10:30',
  })
  const letter = await composed(ground, 'invitation')
  // The only eligible appointment was chosen automatically.
  expect(letter.appointmentId).toBe(id)
  const typed = letter.body.replace(inWords(on(4)), inWords(on(5))).replace('10:30', '11:30')
  expect((await sign(ground, letter, { body: typed })).body).toEqual({
    concernsConfirmed: `Day of the appointment: ${inWords(on(4))} is not in the letter. Time of the appointment: 10:30 is not in the letter. Tick to sign it all the same.`,
  })
  expect((await sign(ground, letter)).status).toBe(200)
})

it('the words of another kind of appointment are asked about', async () => {
  const ground = await aPatientAtHome()
  const { id, version } = await appointment(ground, {
    ...{ appointmentType: 'clinic', appointmentDate: on(4), startTime: '10:30' },
  })
  const letter = await composed(ground, 'invitation')
  const { pathwayId, patientId, locationId, clinicianId } = ground
  const call = {
    ...{ id, version, pathwayId, patientId, locationId, clinicianId, appointmentType: 'call' as const },
    ...{ appointmentDate: on(4), startTime: '10:30', minutes: 45 },
  }
  expectSaved('appointment', await service.ask(appointmentCalls.save, call, clinician))
  expect((await sign(ground, letter)).body).toEqual({
    concernsConfirmed:
      'The appointment is a call, and the letter is written for another kind. Tick to sign it all the same.',
  })
})

it('an invitation that did not leave until its day is held back', async () => {
  const ground = await aPatientAtHome()
  await appointment(ground, { appointmentDate: on(1), startTime: '10:30' })
  expect((await sign(ground, await composed(ground, 'invitation'))).status).toBe(200)
  // The state two days later.
  await service.db.owner.query(`update appointment set appointment_date = $2 where pathway_id = $1`, [
    ground.pathwayId,
    on(-1),
  ])
  await service.db.owner.query(
    `update letter set appointment = jsonb_set(appointment, '{day}', to_jsonb($2::text)) where pathway_id = $1`,
    [ground.pathwayId, on(-1)],
  )
  const { body } = await service.ask(lettersOfPathway, { pathwayId: ground.pathwayId }, clinician)
  expect((body as PathwayLetters).letters[0]?.held).toBe('The day of the appointment has passed.')
})

it('an invitation of an appointment that is moved after it was signed is held back', async () => {
  const ground = await aPatientAtHome()
  const { id, version } = await appointment(ground, { appointmentDate: on(4), startTime: '10:30' })
  expect((await sign(ground, await composed(ground, 'invitation'))).status).toBe(200)
  const held = async () =>
    (
      (await service.ask(lettersOfPathway, { pathwayId: ground.pathwayId }, clinician)).body as PathwayLetters
    ).letters.map((letter) => [letter.appointmentId, letter.held])
  expect(await held()).toEqual([[id, null]])
  const { pathwayId, patientId, locationId, clinicianId } = ground
  const moved = {
    ...{ id, version, pathwayId, patientId, locationId, clinicianId, appointmentType: 'visit' as const },
    ...{ appointmentDate: on(6), startTime: '10:30', minutes: 45 },
  }
  expectSaved('appointment', await service.ask(appointmentCalls.save, moved, clinician))
  expect(await held()).toEqual([[id, 'The appointment has changed since it was signed. Write a correction.']])
})

it('a letter about a missed appointment says which one, and a draft keeps it', async () => {
  const ground = await aPatientAtHome()
  const { id } = await appointment(ground, {
    ...{ appointmentType: 'visit', appointmentDate: on(-3), startTime: '15:45', outcome: 'didNotAttend' },
  })
  await appointment(ground, { appointmentDate: on(-8), startTime: '08:00', outcome: 'wasNotBrought' })
  const { templateId, title, body } = await composed(ground, 'didNotAttend', id)
  expect(body).toContain(`We came to see you on ${inWords(on(-3))} at 15:45. We could not see you.`)
  expect(body).toContain(`If we do not hear from you by ${formatLongDate(on(14))},`)
  const { pathwayId } = ground
  const draft = { pathwayId, templateId, title, body }
  const kept = expectSaved(
    'draft',
    await service.ask(saveLetter, { id: 0, ...draft, appointmentId: id }, clinician),
  )
  const { drafts } = (await service.ask(lettersOfPathway, { pathwayId }, clinician)).body as PathwayLetters
  expect(drafts.map(({ appointmentId }) => appointmentId)).toEqual([id])
  const signed = await service.ask(signLetter, { id: kept.id, version: kept.version, ...draft }, clinician, {
    'idempotency-key': crypto.randomUUID(),
  })
  expect(signed.status).toBe(200)
  const elsewhere = await appointment(await aPatientAtHome(), { appointmentDate: on(2) })
  expect(
    (await service.ask(saveLetter, { id: 0, ...draft, appointmentId: elsewhere.id }, clinician)).body,
  ).toEqual({ appointmentId: 'Choose an appointment of this referral' })
  const other = await composed(ground, 'cannotReach')
  expect((await sign(ground, other, { appointmentId: id })).body).toEqual({
    appointmentId: 'A letter from this template is not about an appointment',
  })
})

/** Runs the template changes of a migration again. */
const bringUpToDate = async (migration: string): Promise<void> => {
  const file = new URL(`../../../db/migrations/${migration}.sql`, import.meta.url)
  await service.db.owner.query(await readFile(file, 'utf8'))
}
const templateAt = async (id: number) =>
  (
    await service.db.owner.query<{ version: number; body: string; versions: number }>(
      `select version, body, (select count(*)::integer from letter_template_version where template_id = id) as versions
       from letter_template where id = $1`,
      [id],
    )
  ).rows[0]

it('the template of a new service is brought up to date where nobody changed it', async () => {
  const before = `Dear {{greetingName}},

We would like to see you on [day and time] at [place].

# What to bring

- A list of your medicines
- Your glasses, and your hearing aid if you have one
- Shoes that you walk in at home

Somebody may come with you.

# If you cannot come

Ring us on {{serviceTelephone}} and we will find another day.`
  const id = await templateFor(service, 'patient', 'invitation')
  const now = await templateAt(id)
  const migration = '0088_templates_from_what_was_recorded'
  await service.db.owner.query('update letter_template set body = $2 where id = $1', [
    id,
    `${before}\nOur car park is free.`,
  ])
  await bringUpToDate(migration)
  expect((await templateAt(id))?.body).toContain('car park')
  await service.db.owner.query('update letter_template set body = $2 where id = $1', [id, before])
  await bringUpToDate(migration)
  expect(await templateAt(id)).toEqual({
    version: (now?.version ?? 0) + 1,
    body: now?.body,
    versions: (now?.versions ?? 0) + 1,
  })
})

it('the patient’s copy speaks of equipment that is there in a template of an earlier service too', async () => {
  const id = await templateFor(service, 'patient', 'discharge')
  const now = await templateAt(id)
  const before = now?.body.replaceAll('hasEquipment', 'equipment')
  expect(before).not.toBe(now?.body)
  const migration = '0089_equipment_that_is_with_the_patient'
  const change = (by: number | null) =>
    service.db.owner.query('update letter_template set body = $2, updated_by = $3 where id = $1', [
      id,
      before,
      by,
    ])
  await change(clinician.userId)
  await bringUpToDate(migration)
  expect((await templateAt(id))?.body).toBe(before)
  await change(null)
  await bringUpToDate(migration)
  expect(await templateAt(id)).toEqual({
    version: (now?.version ?? 0) + 1,
    body: now?.body,
    versions: (now?.versions ?? 0) + 1,
  })
})
