import type { IncomingView } from '../../contract/exchange/incoming/incomingReferral.ts'

/** A daughter's referral of an invented person, for tests of screens. */
export const incomingOf = (changes: Partial<IncomingView> = {}): IncomingView => ({
  ...{ id: 41, version: 1, reference: 'KM7Q-3XWA', source: 'relative', state: 'waiting' },
  receivedAt: '2026-11-26T09:15:00Z',
  ...{ decideBy: '2026-11-30', due: '2026-11-30', isLate: false },
  ...{ familyName: 'Tranter', firstName: 'Winifred', dateOfBirth: '1941-03-04', nhsNumber: '9990000018' },
  sender: 'Carol Tranter, Daughter',
  ...{ isUrgent: false, redFlags: [], eligibility: 'comprehensive', matches: 0, decidedAt: null },
  hasLetterToPrint: false,
  told: {
    person: {
      ...{ familyName: 'Tranter', firstName: 'Winifred', dateOfBirth: '1941-03-04', nhsNumber: '9990000018' },
      ...{ gender: 'female', addressLine1: '12 Invented Lane', town: 'Sampletown', postcode: 'ZZ10 1AA' },
      ...{ telephone: '01632 960 301', otherTelephone: '07700 900 302', gpPractice: 'Willow Lane' },
    },
    sender: { name: 'Carol Tranter', role: 'Daughter', telephone: '07700 900 311' },
    answers: { falls: 'more', blackout: 'no' },
    ...{ consent: 'yes', reason: 'She fell twice in the kitchen.', redFlags: [] },
  },
  ...{
    eligibilityReasons: ['two or more falls in the last year'],
    eligibilityMissing: [],
    likelyMatches: [],
  },
  suggested: {
    ...{ genderId: 2, referrerId: 4, referralMethodId: 3 },
    practices: [{ id: 'Z90001', name: 'Willow Lane Surgery', postcode: 'ZZ10 2BB' }],
  },
  ...{ askedWhat: null, askedDate: null, chaseDate: null, answer: null },
  ...{ declinedReferralId: null, declinedReason: null, declinedNote: null, decidedBy: null },
  ...{
    patientId: null,
    pathwayId: null,
    letters: [],
    notice: null,
    declinedBefore: null,
    isToPassOn: false,
    answers: [],
    invitation: null,
  },
  ...changes,
})
