import { describe, expect, it } from 'vitest'
import type { PathwayFacts } from '../../stages/facts.ts'
import {
  asked,
  call,
  decision,
  exercise,
  frat,
  missed,
  plan,
  referred,
  wellbeing,
} from '../../stages/factsTesting.ts'
import { placeOf, stageRules, type Closed } from '../../stages/place.ts'
import { counterStages, stages, type Stage } from '../../stages/stage.ts'

const frats = [frat('2026-01-12')]
const assessed = { frats, wellbeings: [wellbeing('2026-01-20')] }
const ended = plan('2026-02-02', '2026-03-02')
const booked = plan('2027-02-02', null, 2)
const treated = { ...assessed, treatmentPlans: [ended] }
const needless = { ...assessed, noPlanDecisions: [decision('2026-02-20')] }
const sentHome = frat('2026-01-14', 3, 2)
const nobody = (callDate: string, id = 1) => call(callDate, id, 'noAnswer')

/** The exact text that each rule shows to staff. A pathway's page and its lists give no other reason. */
const cases: [result: Stage | Closed, reason: string, facts: Partial<PathwayFacts>][] = [
  ['removed', 'The record was deleted.', { isActive: false }],
  ['removed', 'The record was deleted.', { patient: { ...referred.patient, isActive: false } }],
  ['discharged', 'The referral was discharged on 04-May-2026.', { dischargeDate: '2026-05-04' }],
  ['cancelled', 'The referral was cancelled on 05-May-2026.', { cancelReferralDate: '2026-05-05' }],
  [
    'awaitingDischarge',
    'The patient died on 06-May-2026. Do not call.',
    { patient: { ...referred.patient, deceasedDate: '2026-05-06' } },
  ],
  [
    'awaitingDischarge',
    'The patient has died, as a closed referral, a FRAT or a call says; the date of death is not recorded. Do not call.',
    { patient: { ...referred.patient, saidDead: ['2026-05-07'] } },
  ],
  [
    'inExercise',
    'The exercise plan of 09-Feb-2026 is not completed yet.',
    { ...assessed, exercises: [exercise('2026-02-09')] },
  ],
  [
    'inTreatment',
    'The treatment plan of 02-Feb-2026 has no goals outcome yet.',
    { ...assessed, treatmentPlans: [{ ...ended, endedDate: null }] },
  ],
  [
    'awaitingDischarge',
    'The FRAT of 14-Jan-2026 says where the patient was discharged to.',
    { frats: [...frats, sentHome] },
  ],
  [
    'awaitingTreatment',
    'The last plan ended on 02-Mar-2026; another is booked for 02-Feb-2027.',
    { ...assessed, treatmentPlans: [ended, booked] },
  ],
  ['awaitingFollowup', 'The last plan ended on 02-Mar-2026; nobody was reached by telephone since.', treated],
  [
    'awaitingFollowup',
    'It was decided on 20-Feb-2026 that no plan is needed; nobody was reached by telephone since.',
    needless,
  ],
  [
    'awaitingFollowup',
    'The last plan ended on 02-Mar-2026; nobody was reached by telephone since. One call does not count: it was made too early, or nobody was reached.',
    { ...treated, followups: [call('2026-03-01')] },
  ],
  [
    'awaitingFollowup',
    'The last plan ended on 02-Mar-2026; nobody was reached by telephone since. 2 calls do not count: they were made too early, or nobody was reached.',
    { ...treated, followups: [call('2026-03-01'), nobody('2026-06-02', 2)] },
  ],
  [
    'awaitingFollowup',
    'The last plan ended on 02-Mar-2026; the first follow-up call is not made yet. One call does not count: it was made too early, or nobody was reached.',
    { ...treated, followups: [asked('2026-03-07', 1)] },
  ],
  [
    'awaitingTreatment',
    'The last plan ended on 02-Mar-2026; the first appointment of 30-Dec-2026 was missed.',
    { ...assessed, treatmentPlans: [ended, { ...missed('2026-12-30'), id: 2 }] },
  ],
  [
    'awaitingTreatment',
    'FRAT and wellbeing assessment by 20-Jan-2026; the first appointment of 30-Dec-2026 was missed.',
    { ...assessed, treatmentPlans: [missed('2026-12-30')] },
  ],
  [
    'awaitingSecondFollowup',
    'First follow-up call on 02-Jun-2026; no second call yet.',
    { ...treated, followups: [call('2026-06-02')] },
  ],
  [
    'awaitingSecondFollowup',
    'First follow-up call on 02-Jun-2026; no second call yet. One call does not count: it was made too early, or nobody was reached.',
    { ...treated, followups: [call('2026-06-02'), nobody('2026-09-02', 2)] },
  ],
  [
    'awaitingDischarge',
    'Second follow-up call on 02-Sep-2026; ready to discharge.',
    { ...treated, followups: [call('2026-06-02'), call('2026-09-02', 2)] },
  ],
  ['awaitingAssessment', 'Referred on 05-Jan-2026; no FRAT yet.', {}],
  ['awaitingAssessment', 'Referral received on 09-Jan-2026; no FRAT yet.', { receivedDate: '2026-01-09' }],
  ['awaitingAssessment', 'No FRAT yet, and the referral has no date.', { referralDate: null }],
  ['awaitingWellbeing', 'FRAT on 12-Jan-2026; no wellbeing assessment yet.', { frats }],
  [
    'awaitingTreatment',
    'FRAT and wellbeing assessment by 20-Jan-2026; no treatment or exercise plan yet.',
    assessed,
  ],
  [
    'awaitingTreatment',
    'FRAT and wellbeing assessment by 20-Jan-2026; a plan is booked for 02-Feb-2027.',
    { ...assessed, treatmentPlans: [booked] },
  ],
]

describe('why a pathway stands where it does', () => {
  it.each(cases)('%s: %s', (result, reason, facts) => {
    const place = placeOf({ ...referred, ...facts })
    expect(place.open ? place.stage : place.closed).toBe(result)
    expect(place.reason).toBe(reason)
  })

  it('is said by every rule', () => {
    const reached = cases.map(([, , facts]) =>
      stageRules.findIndex(({ when }) => when({ ...referred, ...facts })),
    )
    expect([...new Set(reached)].toSorted((a, b) => a - b)).toEqual(stageRules.map((_, at) => at))
  })

  it('names steps that are missing after care began, and none that are there', () => {
    const warningsOf = (facts: Partial<PathwayFacts>) => {
      const place = placeOf({ ...referred, ...facts })
      return place.open ? place.warnings : null
    }
    expect(warningsOf({ ...treated, frats: [], wellbeings: [] })).toEqual([
      'No FRAT recorded.',
      'No wellbeing assessment recorded.',
    ])
    expect(warningsOf({ ...treated, wellbeings: [] })).toEqual(['No wellbeing assessment recorded.'])
    expect(warningsOf({ ...treated, frats: [] })).toEqual(['No FRAT recorded.'])
    expect(warningsOf(treated)).toEqual([])
    expect(warningsOf({})).toEqual([])
  })

  it('misses a step from the first day of a plan', () => {
    const today = { ...ended, treatmentDate: referred.today, endedDate: null }
    const place = placeOf({ ...referred, treatmentPlans: [today] })
    expect(place).toMatchObject({ warnings: ['No FRAT recorded.', 'No wellbeing assessment recorded.'] })
  })

  it.each([
    ['awaitingDischarge', 3, 1],
    ['awaitingWellbeing', 0, 1],
  ])(
    'is %s by the one entered later of two FRATs on one day, in whichever order they come',
    (stage, id, other) => {
      const both = [
        { ...sentHome, id },
        { ...sentHome, id: other, dischargedTo: null },
      ]
      for (const frats of [both, both.toReversed()])
        expect(placeOf({ ...referred, frats })).toMatchObject({ stage })
    },
  )

  it('of a FRAT that says so twice counts from the first', () => {
    const again = { id: 3, assessmentDate: '2026-04-14', dischargedTo: 4 }
    const place = placeOf({ ...referred, frats: [...frats, sentHome, again] })
    expect(place).toMatchObject({
      since: '2026-01-14',
      reason: 'The FRAT of 14-Apr-2026 says where the patient was discharged to.',
    })
  })
})

it('the admissions home counts seven lists: all but In treatment', () => {
  expect(counterStages).toHaveLength(7)
  expect(stages.filter((stage) => !counterStages.includes(stage))).toEqual(['inTreatment'])
})
