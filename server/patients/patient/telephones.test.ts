import { afterAll, beforeAll, expect, it } from 'vitest'
import { saveContact } from '../../../contract/patients/flags/contact.ts'
import { getSafetyNets } from '../../../contract/patients/flags/safetyNets.ts'
import {
  getPatient,
  saveNextOfKin,
  savePatient,
  type PatientView,
} from '../../../contract/patients/patient.ts'
import { getUser, saveUser, type UserView } from '../../../contract/accounts/user.ts'
import { workLists } from '../../../contract/pathways/worklists/workList.ts'
import { aPathway, expectSaved, patientInputOf, type Saved } from '../../testing/world/factories.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import type { TestUser } from '../../testing/world/users.ts'

/*
 * An extension, or whose number it is, is stored apart from the number. One rule covers patients, next of kin, contacts
 * and users.
 */

let service: TestService
let clinician: TestUser
let patient: Awaited<ReturnType<typeof patientInputOf>> & Saved

beforeAll(async () => {
  service = await testService()
  clinician = await service.as('Clinician')
  const input = await patientInputOf(service)
  patient = { ...input, ...expectSaved('patient', await service.ask(savePatient, input, clinician)) }
})
afterAll(() => service.close())

const view = async () => (await service.ask(getPatient, { id: patient.id }, clinician)).body as PatientView
const save = async (numbers: Partial<Parameters<typeof patientInputOf>[1]>) =>
  service.ask(savePatient, { ...patient, version: undefined, ...numbers }, clinician)

it('is stored apart from what stands beside it, and kept by a sender that knows no notes', async () => {
  expect(
    (await save({ phoneMobile: '07700\u00A0900.108 (daughter)', phoneHome: '01632 960105x204' })).status,
  ).toBe(200)
  const stored = { phoneMobile: '07700 900 108', phoneMobileNote: 'daughter' }
  expect(await view()).toMatchObject({ ...stored, phoneHome: '01632 960105', phoneHomeNote: 'ext 204' })
  // Sent back as it was read.
  expect((await save({ phoneMobile: '07700 900 108' })).status).toBe(200)
  expect(await view()).toMatchObject({ ...stored, phoneHomeNote: 'ext 204' })
  // The number and its note sent separately.
  await save({ phoneMobile: '07700 900 108', phoneMobileNote: 'son' })
  expect(await view()).toMatchObject({ ...stored, phoneMobileNote: 'son' })
  // The note does not carry over to another number.
  await save({ phoneMobile: '07700 900 109' })
  expect(await view()).toMatchObject({ phoneMobile: '07700 900 109', phoneMobileNote: null })
  // What a form sends after the user emptied the box of the note, and then that of the number.
  await save({ phoneHome: '01632 960105', phoneHomeNote: null })
  expect(await view()).toMatchObject({ phoneHome: '01632 960105', phoneHomeNote: null })
  await save({ phoneHome: '', phoneHomeNote: 'nobody' })
  expect(await view()).toMatchObject({ phoneHome: null, phoneHomeNote: null })
})

it('is refused where it is none, or two', async () => {
  for (const phoneHome of ['ex-directory', '01632 960107 / 07700 900107'])
    expect(await save({ phoneHome })).toMatchObject({
      status: 400,
      body: { phoneHome: 'Enter a telephone number, such as 01632 960 001' },
    })
})

it('stands on the work list with what is beside it', async () => {
  await save({ phoneMobile: '07700 900 108 (daughter)' })
  await aPathway(service, clinician, { patientId: patient.id })
  const list = (await service.ask(workLists.awaitingAssessment, {}, clinician)).body as {
    patientId: number
  }[]
  expect(list.find(({ patientId }) => patientId === patient.id)).toMatchObject({
    telephone: '07700 900 108 (daughter)',
  })
})

it('is kept so of next of kin, contacts and users', async () => {
  const patientId = patient.id
  await service.ask(
    saveNextOfKin,
    { id: 0, patientId, familyName: 'Askham', phoneNumber: '01632 960105 / 212' },
    clinician,
  )
  expect((await view()).nextOfKin).toMatchObject({ phoneNumber: '01632 960105', phoneNumberNote: 'ext 212' })
  await service.ask(
    saveContact,
    { id: 0, patientId, name: 'Bea', role: 'Warden', phoneNumber: 'tel:+44 (0)1632 960104 office' },
    clinician,
  )
  const nets = (await service.ask(getSafetyNets, { patientId }, clinician)).body
  expect(nets).toMatchObject({ contacts: [{ phoneNumber: '+44 (0)1632 960104', phoneNumberNote: 'office' }] })
  const administrator = await service.as('System Administrator')
  const userOf = async () =>
    (await service.ask(getUser, { id: clinician.userId }, administrator)).body as UserView
  const { user } = await userOf()
  await service.ask(saveUser, { ...user, phoneNumber: '07700\u2011900\u2011110 work' }, administrator)
  expect(await userOf()).toMatchObject({ user: { phoneNumber: '07700-900-110', phoneNumberNote: 'work' } })
})
