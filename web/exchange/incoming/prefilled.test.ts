import { expect, it } from 'vitest'
import { incomingOf } from '../../testing/inventedIncoming.ts'
import { prefilled } from './prefilled.ts'

const told = (changes: { person?: object; sender?: object }) => {
  const view = incomingOf()
  if (view.told === null) throw new Error('It says something')
  return incomingOf({
    told: {
      ...view.told,
      person: { ...view.told.person, ...changes.person },
      sender: { ...view.told.sender, ...changes.sender },
    },
  })
}

it('fills in all that was said', () => {
  expect(prefilled(incomingOf())).toMatchObject({
    patient: {
      familyName: 'Tranter',
      firstName: 'Winifred',
      genderId: '2',
      dateOfBirth: '1941-03-04',
      nhsNumber: '9990000018',
      nhsNumberUnknown: false,
      addressLine1: '12 Invented Lane',
      postcode: 'ZZ10 1AA',
      phoneHome: '01632 960 301',
      phoneMobile: '07700 900 302',
      registeredGP: 'Z90001',
    },
    referral: { referralDate: '2026-11-26', referrerId: '4', referralMethodId: '3' },
    nextOfKin: {
      familyName: 'Tranter',
      firstName: 'Carol',
      relationship: 'Daughter',
      phoneNumber: '07700 900 311',
    },
  })
})

it('takes a missing number as unknown, and leaves out what is no telephone number', () => {
  const { patient } = prefilled(
    told({ person: { nhsNumber: null, telephone: 'ask the warden', otherTelephone: null } }),
  )
  expect(patient).toMatchObject({ nhsNumber: '', nhsNumberUnknown: true, phoneHome: '', phoneMobile: '' })
})

it.each([
  ['Neighbour', ''],
  ['GP', ''],
  [null, ''],
  ['Grandson', 'Tranter'],
  ['Her husband', 'Tranter'],
])('%s is next of kin: “%s”', (role, familyName) => {
  expect(prefilled(told({ sender: { role } })).nextOfKin).toMatchObject({ familyName })
})

it('chooses no practice if the sender may have meant several', () => {
  const { suggested } = incomingOf()
  const two = [...suggested.practices, { id: 'Z90002', name: 'Willow Lane Branch', postcode: null }]
  const view = incomingOf({ suggested: { ...suggested, practices: two } })
  expect(prefilled(view).patient.registeredGP).toBeNull()
})
