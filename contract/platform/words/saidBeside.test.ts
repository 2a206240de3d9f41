import { expect, test } from 'vitest'
import type { z } from 'zod'
import { addDays, today } from '../dates/dates.ts'
import { fieldMessages } from '../calls/fieldMessages.ts'
import { flagForm, flagInput } from '../../patients/flags/flag.ts'
import { dischargeForm } from '../../pathways/referral/pathway.ts'
import { contactNoteInput } from '../../pathways/records/contactNote.ts'
import {
  equipmentAssessmentForm,
  equipmentAssessmentInput,
} from '../../pathways/records/equipmentAssessment.ts'
import { exerciseForm, exerciseInput } from '../../pathways/records/exercise.ts'
import { fallForm, fallInput } from '../../pathways/records/fall.ts'
import { followupForm, followupInput } from '../../pathways/records/followup.ts'
import { fratForm, fratInput } from '../../pathways/records/frat.ts'
import { measureForm, measureInput } from '../../pathways/records/measure.ts'
import { measureSittingForm } from '../../pathways/records/measureSitting.ts'
import { medicinesReviewForm, medicinesReviewInput } from '../../pathways/records/medicinesReview.ts'
import { onwardReferralForm, onwardReferralInput } from '../../pathways/records/onwardReferral.ts'
import { savedReportForm } from '../../insight/savedReport.ts'

/*
 * Each form with a rule over several fields reports the message of the rule together with missing fields and invalid
 * days elsewhere, in one refusal.
 */

const day = today()
const before = addDays(day, -1)
const noDay = '2026-02-30'
const backwards = { reviewAskedDate: day, reviewDoneDate: before }
const answered = { fallInLastYear: true }
const unanswered = ['balanceProblems', 'cannotRiseFromChair', 'fourOrMoreMedicines', 'strokeOrParkinsons']
const missingOnward = ['referralClinicianId', 'referralDate', 'referralMethodId', 'referToId']
const refused = { receivedDate: day, answer: 'refused' }
/** The values as a form sends them. */
const ringBack = { outcome: 'ringBack', callDate: '' }
const isOther = () => false

const cases: readonly [form: string, schema: z.ZodType, typed: object, said: readonly string[]][] = [
  ['a call to ring back', followupForm, ringBack, ['callDate', 'clinicianId', 'nextTryDate']],
  [
    'a call, its days',
    followupForm,
    { callDate: day, letterSentDate: before, nextTryDate: before },
    ['clinicianId', 'letterSentDate', 'nextTryDate'],
  ],
  [
    'a call over HTTP',
    followupInput,
    { id: 0, pathwayId: 1, callDate: day, nextTryDate: before, falls: [{}, {}], fallsSinceContact: 1 },
    ['clinicianId', 'fallsSinceContact', 'nextTryDate'],
  ],
  ['falls of a period', fallForm, { how: 'several', fallDate: '' }, ['fallCount', 'fallDate', 'periodFrom']],
  ['neither one fall nor several', fallForm, { periodFrom: day }, ['fallDate', 'how']],
  [
    'a fall over HTTP',
    fallInput,
    { id: 0, fallDate: noDay, fallCount: 2, injury: 'none' },
    ['fallCount', 'fallDate', 'patientId'],
  ],
  [
    'a FRAT',
    fratForm,
    { ...answered, assessmentDate: noDay },
    ['assessmentDate', 'fratScore', 'locationId', 'teamMemberId', ...unanswered],
  ],
  [
    'a FRAT over HTTP',
    fratInput,
    { id: 0, pathwayId: 1, ...answered },
    ['assessmentDate', 'fratScore', 'locationId', 'teamMemberId', ...unanswered],
  ],
  ['a measure', measureForm, { measure: 'timedUpAndGo' }, ['clinicianId', 'measuredDate', 'value']],
  ['no measure', measureForm, { aid: 'frame' }, ['clinicianId', 'measure', 'measuredDate']],
  [
    'a measure over HTTP',
    measureInput,
    { id: 0, pathwayId: 1, measure: 'timedUpAndGo', value: -1 },
    ['clinicianId', 'measuredDate', 'value'],
  ],
  ['a sitting', measureSittingForm, { values: {} }, ['clinicianId', 'measuredDate', 'values.timedUpAndGo']],
  [
    'a medicines review',
    medicinesReviewForm,
    backwards,
    ['assessmentDate', 'fallRiskMedicines', 'reviewDoneDate'],
  ],
  [
    'a medicines review over HTTP',
    medicinesReviewInput,
    { id: 0, pathwayId: 1, ...backwards },
    ['assessmentDate', 'fallRiskMedicines', 'reviewDoneDate'],
  ],
  [
    'an exercise plan',
    exerciseForm,
    { exercisePlanDate: day, completedDate: before },
    ['clinicianId', 'completedDate', 'exercisePlan'],
  ],
  [
    'an exercise plan over HTTP',
    exerciseInput,
    { id: 0, pathwayId: 1, exercisePlanDate: day, completedDate: before },
    ['clinicianId', 'completedDate', 'exercisePlan'],
  ],
  [
    'what is added to a note, over HTTP',
    contactNoteInput,
    { id: 0, pathwayId: 1, addsToId: 1, minutes: 5 },
    ['contactDate', 'contactType', 'minutes', 'note'],
  ],
  ['an onward referral', onwardReferralForm, refused, [...missingOnward, 'outcomeNote']],
  [
    'an onward referral over HTTP',
    onwardReferralInput,
    { id: 0, pathwayId: 1, ...refused },
    [...missingOnward, 'outcomeNote'],
  ],
  [
    'equipment',
    equipmentAssessmentForm(isOther),
    { askedDate: noDay, ended: 'returned' },
    ['askedDate', 'ended', 'endedDate', 'equipmentId'],
  ],
  [
    'equipment over HTTP',
    equipmentAssessmentInput,
    { id: 0, pathwayId: 1, endedDate: day },
    ['ended', 'equipmentId'],
  ],
  ['a flag', flagForm, { kind: 'redFlag', reviewDate: '' }, ['action', 'category', 'reviewDate']],
  ['no flag', flagForm, { detail: 'x' }, ['kind', 'reviewDate']],
  [
    'a flag over HTTP',
    flagInput,
    { id: 0, patientId: 1, kind: 'redFlag', category: 'other', action: 'clinic' },
    ['detail', 'reviewDate'],
  ],
  [
    'a discharge',
    dischargeForm,
    { vulnerability: 'known', dischargeDate: '' },
    ['dischargeDate', 'vulnerabilityNote'],
  ],
  [
    'a saved report',
    savedReportForm,
    { reportName: 'x', period: 'fixed', dateFrom: day, dateTo: before },
    ['dateTo', 'name'],
  ],
]

test.each(cases)('%s', (_, schema, typed, said) => {
  const { error } = schema.safeParse(typed)
  const fields = Object.keys(error === undefined ? {} : fieldMessages(error as z.ZodError))
  expect(fields.toSorted()).toEqual(said.toSorted())
})

test('a stored record is left to the server, which knows what is not sent', () => {
  const { error } = onwardReferralInput.safeParse({ id: 1, version: 1, pathwayId: 1, ...refused })
  expect(Object.keys(fieldMessages(error as z.ZodError))).not.toContain('outcomeNote')
})
