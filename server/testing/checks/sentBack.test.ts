import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getClass, saveClass, type ClassView } from '../../../contract/care/classes/class.ts'
import { getRegister, saveSession, type Register } from '../../../contract/care/classes/register.ts'
import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import type { Endpoint } from '../../../contract/platform/calls/endpoint.ts'
import { saveCapacity } from '../../../contract/patients/flags/capacity.ts'
import { saveContact } from '../../../contract/patients/flags/contact.ts'
import { saveFlag } from '../../../contract/patients/flags/flag.ts'
import { getSafetyNets, type SafetyNets } from '../../../contract/patients/flags/safetyNets.ts'
import {
  getLetterTemplate,
  saveLetterTemplate,
  type LetterTemplateView,
} from '../../../contract/care/letters/template.ts'
import { getPathway, savePathway, type PathwayView } from '../../../contract/pathways/referral/pathway.ts'
import {
  getPatient,
  saveNextOfKin,
  savePatient,
  type PatientView,
} from '../../../contract/patients/patient.ts'
import { saveTask, tasksOfPathway, type Task } from '../../../contract/pathways/task.ts'
import { templateFor } from '../known/knownLetters.ts'
import { aClass, sessionsOf } from '../known/knownClasses.ts'
import { capacityOf, contactOf, redFlagOf } from '../known/knownSafetyNets.ts'
import { aWorld, type World } from '../world/world.ts'

/*
 * What was read is sent back as it was read, long after it was saved: every choice of it has gone out of use meanwhile, and the days that
 * lay ahead are past. It is taken, and stands as it stood. Records have a test of their own (server/pathways/records/specifiedSaves.test.ts).
 */

let world: World
let classId: number
const ask = async (call: Endpoint, input: object): Promise<unknown> => {
  const { status, body } = await world.service.ask(call, input, world.user)
  expect({ call: call.path, status, body }).toMatchObject({ status: 200 })
  return body
}
beforeAll(async () => {
  world = await aWorld()
  const { service, user, patient, pathway } = world
  classId = (await aClass(service, user, { qualificationExpires: addDays(today(), 5) })).id
  await ask(saveFlag, redFlagOf(patient.id))
  await ask(saveCapacity, capacityOf(patient.id))
  await ask(saveContact, contactOf(patient.id))
  await ask(saveTask, { id: 0, pathwayId: pathway.id, text: 'Ring', dueDate: today() })
  for (const old of [
    'update patient_flag set review_date = current_date - 40',
    'update task set due_date = current_date - 40',
    'update exercise_class set qualification_expires = current_date - 40',
    ...['gender', 'ethnicity', 'name_prefix', 'referrer', 'method', 'vas_scale', 'document_type'].map(
      outOfUse,
    ),
    ...['clinician', 'team_member', 'location', 'exercise_type', 'organisation'].map(outOfUse),
  ])
    await service.db.owner.query(old)
})
afterAll(() => world.service.close())

const outOfUse = (table: string): string => `update ${table} set is_active = false`
const nets = async () => (await ask(getSafetyNets, { patientId: world.patient.id })) as SafetyNets
const patient = async () => (await ask(getPatient, { id: world.patient.id })) as PatientView

describe('sent back as it was read', () => {
  it.each<[what: string, save: Endpoint, read: () => Promise<object | undefined>]>([
    ['a patient', savePatient, patient],
    ['a next of kin', saveNextOfKin, async () => (await patient()).nextOfKin ?? undefined],
    [
      'a referral',
      savePathway,
      async () => ((await ask(getPathway, { id: world.pathway.id })) as PathwayView).pathway,
    ],
    ['a flag', saveFlag, async () => (await nets()).flags[0]],
    ['an assessment of capacity', saveCapacity, async () => (await nets()).capacity[0]],
    ['a contact', saveContact, async () => (await nets()).contacts[0]],
    [
      'a task',
      saveTask,
      async () =>
        ((await ask(tasksOfPathway, { pathwayId: world.pathway.id })) as Task[]).find(
          ({ kind }) => kind === 'manual',
        ),
    ],
    ['a class', saveClass, async () => (await ask(getClass, { id: classId })) as ClassView],
    [
      'a session of a class',
      saveSession,
      async () => {
        const [first] = await sessionsOf(world.service, world.user, classId)
        return (await ask(getRegister, { id: first?.id })) as Register
      },
    ],
    [
      'a template of letters',
      saveLetterTemplate,
      async () =>
        (await ask(getLetterTemplate, {
          id: await templateFor(world.service, 'gp', 'other'),
        })) as LetterTemplateView,
    ],
  ])('%s is taken, and nothing of it changes', async (_, save, read) => {
    const before = await read()
    // With all that only a reply has, as a program does that changes one field of what it read.
    await ask(save, { ...before })
    expect(await read()).toEqual(before)
  })
})

const contact = { addressLine1: '1 Mill Lane', addressLine2: 'Upper', addressLine3: 'Flat' }
const all = {
  ...{ ...contact, town: 'Exampleton', county: 'Example', postcode: 'ZZ10 4AB', email: 'edna@example.org' },
  ...{ phoneHome: '01632 960001', phoneWork: '01632 960002', phoneMobile: '07700 900123' },
}
describe('a field of a patient that is emptied is empty afterwards, be it by null or by no words', () => {
  it.each([...Object.keys(all), 'dateOfBirth', 'firstName'])('%s', async (field) => {
    for (const value of [null, '']) {
      const { pathways: _p, nextOfKin: _k, flags: _f, bmi: _b, names: _n, ...stored } = await patient()
      await ask(savePatient, { ...stored, ...all, [field]: value })
      const after = await patient()
      expect(after).toMatchObject({ ...all, [field]: null })
    }
  })
})
