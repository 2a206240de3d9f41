import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, type CalendarDate } from '../platform/dates/dates.ts'
import type { CallOutcome } from './callOutcome.ts'
import type { NoPlanReason } from './noPlanReasons.ts'
import { waitsAgainSince } from './calls.ts'
import type { PathwayFacts } from './facts.ts'
import { asked, call, decision, exercise, frat, missed, plan, referred, wellbeing } from './factsTesting.ts'
import { placeOf, stageRules, type Place } from './place.ts'
import { followedUpFrom, hasPlan } from './plans.ts'
import { stages } from './stage.ts'

const having = (more: Partial<PathwayFacts>): PathwayFacts => ({ ...referred, ...more })

const standingOf = (place: Place): string => (place.open ? place.stage : place.closed)

const assessed = { frats: [frat('2026-01-12')], wellbeings: [wellbeing('2026-01-20')] }
const treated = { ...assessed, treatmentPlans: [plan('2026-02-02', '2026-03-02')] }

describe('where a pathway stands', () => {
  const cases: [string, Partial<PathwayFacts>, string, since: CalendarDate | null][] = [
    ['a new referral awaits assessment', {}, 'awaitingAssessment', '2026-01-05'],
    ['a referral without a date is still listed', { referralDate: null }, 'awaitingAssessment', null],
    [
      'a referral that was received later waits from that day',
      { receivedDate: '2026-01-09' },
      'awaitingAssessment',
      '2026-01-09',
    ],
    [
      'a referral without a date waits from the day on which it was received',
      { referralDate: null, receivedDate: '2026-01-09' },
      'awaitingAssessment',
      '2026-01-09',
    ],
    ['after a FRAT it awaits wellbeing', { frats: [frat('2026-01-12')] }, 'awaitingWellbeing', '2026-01-12'],
    [
      'wellbeing before any FRAT still awaits assessment',
      { wellbeings: [wellbeing('2026-01-20')] },
      'awaitingAssessment',
      '2026-01-05',
    ],
    ['after wellbeing it awaits treatment', assessed, 'awaitingTreatment', '2026-01-20'],
    [
      'a plan without goals outcome is in treatment',
      { ...assessed, treatmentPlans: [plan('2026-02-02')] },
      'inTreatment',
      '2026-02-02',
    ],
    [
      'treatment counts from the oldest open plan',
      { ...assessed, treatmentPlans: [plan('2026-02-09'), plan('2026-02-02', null, 2)] },
      'inTreatment',
      '2026-02-02',
    ],
    [
      'treatment without FRAT is in treatment all the same',
      { treatmentPlans: [plan('2026-02-02')] },
      'inTreatment',
      '2026-02-02',
    ],
    [
      'an open exercise plan comes before an open treatment plan',
      { ...assessed, treatmentPlans: [plan('2026-02-02')], exercises: [exercise('2026-02-10')] },
      'inExercise',
      '2026-02-10',
    ],
    [
      'two exercise plans: in exercise until both end',
      { ...assessed, exercises: [exercise('2026-02-10', '2026-05-10'), exercise('2026-03-10', null, 2)] },
      'inExercise',
      '2026-03-10',
    ],
    [
      'an exercise plan alone counts as treatment begun',
      { ...assessed, exercises: [exercise('2026-02-10', '2026-05-10')] },
      'awaitingFollowup',
      '2026-05-10',
    ],
    ['when treatment ends, a call is awaited', treated, 'awaitingFollowup', '2026-03-02'],
    [
      'a FRAT missing after treatment does not hold up the calls',
      { treatmentPlans: treated.treatmentPlans },
      'awaitingFollowup',
      '2026-03-02',
    ],
    [
      'a call before the plan ended does not count',
      { ...treated, followups: [call('2026-03-01')] },
      'awaitingFollowup',
      '2026-03-02',
    ],
    [
      'a call on the day on which the plan ended counts',
      { ...treated, followups: [call('2026-03-02')] },
      'awaitingSecondFollowup',
      '2026-03-02',
    ],
    [
      'a call that nobody answered does not count',
      { ...treated, followups: [call('2026-06-02', 1, 'noAnswer')] },
      'awaitingFollowup',
      '2026-03-02',
    ],
    [
      'a plan that lies ahead is booked and leaves the person waiting',
      { ...assessed, treatmentPlans: [plan('2027-07-19')] },
      'awaitingTreatment',
      '2026-01-20',
    ],
    [
      'a plan of today has begun',
      { ...assessed, treatmentPlans: [plan('2026-12-31')] },
      'inTreatment',
      '2026-12-31',
    ],
    [
      'a plan booked after one that ended awaits treatment since that end',
      { ...treated, exercises: [exercise('2027-01-10')] },
      'awaitingTreatment',
      '2026-03-02',
    ],
    [
      'the same after a call that counts waits since that call',
      { ...treated, exercises: [exercise('2027-01-10')], followups: [call('2026-06-02')] },
      'awaitingTreatment',
      '2026-06-02',
    ],
    [
      'the same after a call that was too early waits since the end of the plan',
      { ...treated, exercises: [exercise('2027-01-10')], followups: [asked('2026-03-07', 1)] },
      'awaitingTreatment',
      '2026-03-02',
    ],
    [
      'the same after it was discharged and reopened waits since that day',
      {
        ...treated,
        exercises: [exercise('2027-01-10')],
        followups: [call('2026-06-02')],
        resumedDate: '2026-12-20',
      },
      'awaitingTreatment',
      '2026-12-20',
    ],
    [
      'being reopened begins no other wait',
      { ...treated, resumedDate: '2026-12-20' },
      'awaitingFollowup',
      '2026-03-02',
    ],
    [
      'a booked plan with an outcome never took place, and the person waits on',
      { ...assessed, treatmentPlans: [plan('2027-07-19', '2026-12-30')] },
      'awaitingTreatment',
      '2026-01-20',
    ],
    [
      'so did one that ended on its first day',
      { ...assessed, exercises: [exercise('2026-07-19', '2026-07-19')] },
      'awaitingTreatment',
      '2026-01-20',
    ],
    [
      'one that ended on the day after took place',
      { ...assessed, exercises: [exercise('2026-07-19', '2026-07-20')] },
      'awaitingFollowup',
      '2026-07-20',
    ],
    [
      'a plan that never took place throws no call away',
      {
        ...treated,
        treatmentPlans: [...treated.treatmentPlans, plan('2027-01-10', '2026-12-30', 2)],
        followups: [call('2026-06-02'), call('2026-09-02', 2)],
      },
      'awaitingDischarge',
      '2026-09-02',
    ],
    [
      'neither does the decision that it is declined',
      {
        ...treated,
        noPlanDecisions: [decision('2026-12-30', 'planDeclined')],
        followups: [call('2026-06-02'), call('2026-09-02', 2)],
      },
      'awaitingDischarge',
      '2026-09-02',
    ],
    [
      'a declined plan where none took place is followed up from that decision',
      {
        ...assessed,
        treatmentPlans: [plan('2027-01-10', '2026-12-30')],
        noPlanDecisions: [decision('2026-12-30', 'planDeclined')],
      },
      'awaitingFollowup',
      '2026-12-30',
    ],
    [
      'calls before their time are contacts, and the person stays on the list',
      { ...treated, followups: [asked('2026-03-07', 1), asked('2026-03-08', 2)] },
      'awaitingFollowup',
      '2026-03-02',
    ],
    [
      'a call on the day before the window opens does not count',
      { ...treated, followups: [asked('2026-05-18', 1)] },
      'awaitingFollowup',
      '2026-03-02',
    ],
    [
      'a call on the day on which the window opens counts',
      { ...treated, followups: [asked('2026-05-19', 1)] },
      'awaitingSecondFollowup',
      '2026-05-19',
    ],
    [
      'the window is as wide as the target of the list',
      { ...treated, followups: [asked('2026-05-18', 1)], callWindows: { first: 15, second: 14 } },
      'awaitingSecondFollowup',
      '2026-05-18',
    ],
    [
      'the window of the second call is about three months after the first',
      { ...treated, followups: [asked('2026-06-02', 1), asked('2026-08-18', 2)] },
      'awaitingSecondFollowup',
      '2026-06-02',
    ],
    [
      'in it the second call counts',
      { ...treated, followups: [asked('2026-06-02', 1), asked('2026-08-19', 2)] },
      'awaitingDischarge',
      '2026-08-19',
    ],
    [
      'an early call counts where somebody said so',
      { ...treated, followups: [asked('2026-03-07', 1, true)] },
      'awaitingSecondFollowup',
      '2026-03-07',
    ],
    [
      'an early call counts where nobody was asked',
      { ...treated, followups: [call('2026-03-07')] },
      'awaitingSecondFollowup',
      '2026-03-07',
    ],
    [
      'a plan on whose first day nobody was seen leaves the person waiting',
      { ...assessed, treatmentPlans: [missed('2026-12-30')] },
      'awaitingTreatment',
      '2026-01-20',
    ],
    [
      'the same after care that ended',
      { ...treated, treatmentPlans: [...treated.treatmentPlans, { ...missed('2026-12-30'), id: 2 }] },
      'awaitingTreatment',
      '2026-03-02',
    ],
    [
      'once somebody is seen it is in treatment since its day',
      { ...assessed, treatmentPlans: [missed('2026-12-28', '2026-12-30')] },
      'inTreatment',
      '2026-12-28',
    ],
    [
      'it is not in treatment on the days before',
      { ...assessed, treatmentPlans: [missed('2026-12-28', '2026-12-30')], today: '2026-12-29' },
      'awaitingTreatment',
      '2026-01-20',
    ],
    [
      'a missed plan that got an outcome later has ended',
      { ...assessed, treatmentPlans: [{ ...missed('2026-12-28'), endedDate: '2026-12-30' }] },
      'awaitingFollowup',
      '2026-12-30',
    ],
    [
      'where no plan is needed the calls are due from that decision',
      { ...assessed, noPlanDecisions: [decision('2026-02-01')] },
      'awaitingFollowup',
      '2026-02-01',
    ],
    [
      'the calls count from the last of plan and decision',
      { ...treated, noPlanDecisions: [decision('2026-04-01')], followups: [call('2026-03-20')] },
      'awaitingFollowup',
      '2026-04-01',
    ],
    [
      'a repeat FRAT that says where the patient went does not end the calls',
      { ...treated, frats: [frat('2026-01-12'), frat('2026-05-12', 3, 2)] },
      'awaitingFollowup',
      '2026-03-02',
    ],
    [
      'a repeat FRAT and wellbeing assessment do not begin the wait again',
      {
        frats: [frat('2026-01-12'), frat('2026-06-12', null, 2)],
        wellbeings: [wellbeing('2026-01-20'), wellbeing('2026-06-20', 2)],
      },
      'awaitingTreatment',
      '2026-01-20',
    ],
    [
      'a patient who died by what another referral says awaits discharge',
      { ...treated, patient: { isActive: true, deceasedDate: null, saidDead: ['2026-05-02', '2026-04-30'] } },
      'awaitingDischarge',
      '2026-04-30',
    ],
    [
      'after one call a second is awaited',
      { ...treated, followups: [call('2026-06-02')] },
      'awaitingSecondFollowup',
      '2026-06-02',
    ],
    [
      'after two calls discharge is awaited',
      { ...treated, followups: [call('2026-09-02'), call('2026-06-02', 2)] },
      'awaitingDischarge',
      '2026-09-02',
    ],
    [
      'discharged from the FRAT awaits discharge',
      { frats: [frat('2026-01-12', 3)] },
      'awaitingDischarge',
      '2026-01-12',
    ],
    [
      'only the latest FRAT decides',
      { frats: [frat('2026-01-12', 3), frat('2026-02-12', null, 2)] },
      'awaitingWellbeing',
      '2026-01-12',
    ],
    [
      'of two FRATs on one day the later entered decides',
      { frats: [frat('2026-01-12', null, 7), frat('2026-01-12', 3, 8)] },
      'awaitingDischarge',
      '2026-01-12',
    ],
    [
      'an open plan hides the outcome of the FRAT',
      { frats: [frat('2026-01-12', 3)], treatmentPlans: [plan('2026-02-02')] },
      'inTreatment',
      '2026-02-02',
    ],
    [
      'a patient who died only awaits discharge',
      {
        ...treated,
        exercises: [exercise('2026-04-02')],
        patient: { isActive: true, deceasedDate: '2026-04-20', saidDead: [] },
      },
      'awaitingDischarge',
      '2026-04-20',
    ],
    ['discharged is on no list', { ...treated, dischargeDate: '2026-10-01' }, 'discharged', null],
    ['cancelled is on no list', { cancelReferralDate: '2026-01-08' }, 'cancelled', null],
    ['a deleted pathway is on no list', { isActive: false, dischargeDate: '2026-10-01' }, 'removed', null],
    [
      'a deleted patient is on no list',
      { patient: { isActive: false, deceasedDate: null, saidDead: [] } },
      'removed',
      null,
    ],
  ]
  it.each(cases)('%s', (_, facts, standing, since) => {
    const place = placeOf(having(facts))
    expect(standingOf(place)).toBe(standing)
    if (place.open) expect(place.since).toBe(since)
  })

  it('a call is due three months after the last plan ended, at the end of a shorter month', () => {
    const place = placeOf(having({ ...assessed, exercises: [exercise('2026-02-10', '2026-11-30')] }))
    expect(place).toMatchObject({ stage: 'awaitingFollowup', due: '2027-02-28' })
  })

  it('tells why, and which steps are missing', () => {
    expect(placeOf(having({ treatmentPlans: [plan('2026-02-02')] }))).toMatchObject({
      reason: 'The treatment plan of 02-Feb-2026 has no goals outcome yet.',
      warnings: ['No FRAT recorded.', 'No wellbeing assessment recorded.'],
    })
    expect(placeOf(having({ frats: assessed.frats, exercises: [exercise('2026-02-10')] }))).toMatchObject({
      reason: 'The exercise plan of 10-Feb-2026 is not completed yet.',
      warnings: ['No wellbeing assessment recorded.'],
    })
    expect(placeOf(having({ ...treated, followups: [call('2026-02-01')] }))).toMatchObject({
      reason:
        'The last plan ended on 02-Mar-2026; nobody was reached by telephone since. One call does not count: it was made too early, or nobody was reached.',
    })
  })

  it('says of a booked plan for which day it is, and on which day the place changes by itself', () => {
    const booked = { ...assessed, exercises: [exercise('2027-03-01')], treatmentPlans: [plan('2027-02-01')] }
    expect(placeOf(having(booked))).toMatchObject({
      reason: 'FRAT and wellbeing assessment by 20-Jan-2026; a plan is booked for 01-Feb-2027.',
      movesOn: '2027-02-01',
    })
    expect(placeOf(having({ ...booked, today: '2027-02-01' }))).toMatchObject({
      stage: 'inTreatment',
      movesOn: '2027-03-01',
    })
  })

  it('says which steps are missing once a plan has ended, and after a decision that none is needed', () => {
    const warnings = ['No FRAT recorded.', 'No wellbeing assessment recorded.']
    expect(placeOf(having({ treatmentPlans: treated.treatmentPlans }))).toMatchObject({ warnings })
    expect(placeOf(having({ noPlanDecisions: [decision('2026-02-01')] }))).toMatchObject({ warnings })
    expect(placeOf(having({ treatmentPlans: [plan('2027-02-01')] }))).toMatchObject({ warnings: [] })
  })

  it('visits all eight stages in the plain story of one patient', () => {
    const exercised = { ...assessed, treatmentPlans: [plan('2026-02-02')] }
    const ended = { ...exercised, exercises: [exercise('2026-02-10', '2026-08-10')] }
    const goalsMet = { ...ended, treatmentPlans: [plan('2026-02-02', '2026-08-12')] }
    const today = '2027-12-31'
    const story: [Partial<PathwayFacts>, string][] = [
      [{}, 'awaitingAssessment'],
      [{ frats: assessed.frats }, 'awaitingWellbeing'],
      [assessed, 'awaitingTreatment'],
      [exercised, 'inTreatment'],
      [{ ...exercised, exercises: [exercise('2026-02-10')] }, 'inExercise'],
      [ended, 'inTreatment'],
      [goalsMet, 'awaitingFollowup'],
      [{ ...goalsMet, followups: [call('2026-11-12')] }, 'awaitingSecondFollowup'],
      [{ ...goalsMet, followups: [call('2026-11-12'), call('2027-02-12', 2)] }, 'awaitingDischarge'],
    ]
    expect(story.map(([facts]) => standingOf(placeOf(having({ ...facts, today }))))).toEqual(
      story.map(([, stage]) => stage),
    )
    expect(new Set(story.map(([, stage]) => stage))).toEqual(new Set(stages))
  })
})

describe('docs/reference/pathways.md, which clinicians read', () => {
  it('is the table that the product follows', () => {
    const page = readFileSync(new URL('../../docs/reference/pathways.md', import.meta.url), 'utf8')
    const [table = ''] = page.split('## What each list')
    const rows = [...table.matchAll(/^\| \d+ \| (.+?) \| (.+?) \|$/gm)].map(([, condition, result]) => ({
      condition,
      result,
    }))
    expect(rows).toEqual(stageRules.map(({ condition, result }) => ({ condition, result })))
  })
})

describe('for any pathway at all', () => {
  const day = fc.integer({ min: 0, max: 900 }).map((days) => addDays('2024-06-01', days))
  const maybeDay = fc.option(day, { nil: null })
  const mostly = <T, U>(usual: T, sometimes: fc.Arbitrary<U>) =>
    fc.oneof({ weight: 9, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: sometimes })
  const many = <T>(record: fc.Arbitrary<T>) =>
    fc
      .array(record, { maxLength: 4 })
      .map((records) => records.map((fields, index) => ({ id: index + 1, ...fields })))
  const outcome = fc.constantFrom<CallOutcome | null>(null, 'reached', 'noAnswer', 'inHospital')
  const countsEarly = fc.constantFrom(null, false, false, true)
  /**
   * When the patient was first seen, for a plan that begins on a given day: mostly that day, otherwise later or never.
   */
  const firstSeen = mostly<
    (begins: CalendarDate) => CalendarDate | null,
    (begins: CalendarDate) => CalendarDate | null
  >(
    (begins) => begins,
    fc
      .option(fc.nat(60), { nil: null })
      .map((later) => (begins) => (later === null ? null : addDays(begins, later))),
  )
  /** A patient cannot have been seen on a future day. */
  const seenBy = <Made extends { begunOn: CalendarDate | null }>(
    today: CalendarDate,
    made: Made,
    begins: CalendarDate,
  ): Made =>
    made.begunOn !== null && made.begunOn > today && made.begunOn !== begins
      ? { ...made, begunOn: null }
      : made
  const facts: fc.Arbitrary<PathwayFacts> = fc
    .record({
      today: day,
      isActive: mostly(true, fc.constant(false)),
      referralDate: maybeDay,
      receivedDate: mostly(null, day),
      cancelReferralDate: mostly(null, day),
      dischargeDate: mostly(null, day),
      resumedDate: mostly(null, day),
      callWindows: fc.record({
        first: fc.integer({ min: 1, max: 60 }),
        second: fc.integer({ min: 1, max: 60 }),
      }),
      patient: fc.record({
        isActive: mostly(true, fc.constant(false)),
        deceasedDate: mostly(null, day),
        saidDead: mostly<CalendarDate[], CalendarDate[]>([], fc.array(day, { maxLength: 2 })),
      }),
      frats: many(
        fc.record({
          assessmentDate: day,
          dischargedTo: fc.option(fc.integer({ min: 1, max: 9 }), { nil: null }),
        }),
      ),
      wellbeings: many(fc.record({ assessmentDate: day })),
      treatmentPlans: many(
        fc
          .record({ treatmentDate: day, endedDate: maybeDay, firstSeen })
          .map(({ firstSeen: seen, ...made }) => ({ ...made, begunOn: seen(made.treatmentDate) })),
      ),
      exercises: many(
        fc
          .record({
            exercisePlanDate: day,
            completedDate: maybeDay,
            classUntil: mostly(null, day),
            firstSeen,
          })
          .map(({ firstSeen: seen, ...made }) => ({ ...made, begunOn: seen(made.exercisePlanDate) })),
      ),
      followups: many(fc.record({ callDate: day, outcome, countsEarly })),
      noPlanDecisions: mostly(
        [],
        fc
          .record({
            id: fc.constant(1),
            decisionDate: day,
            reason: fc.constantFrom<NoPlanReason>('equipmentOnly', 'planDeclined'),
          })
          .map((made) => [made]),
      ),
    })
    .map(({ today, treatmentPlans, exercises, ...known }) => ({
      ...known,
      today,
      treatmentPlans: treatmentPlans.map((made) => seenBy(today, made, made.treatmentDate)),
      exercises: exercises.map((made) => seenBy(today, made, made.exercisePlanDate)),
    }))
  const open = facts.map((known) => ({
    ...known,
    isActive: true,
    cancelReferralDate: null,
    dischargeDate: null,
    patient: { ...known.patient, isActive: true },
  }))
  const closedAs = ({ isActive, patient, dischargeDate, cancelReferralDate }: PathwayFacts) => {
    if (!isActive || !patient.isActive) return 'removed'
    if (dischargeDate !== null) return 'discharged'
    return cancelReferralDate === null ? null : 'cancelled'
  }
  const runs = { numRuns: Number(process.env['SUREFOOT_RUNS'] ?? 2000) }
  const check = <T>(arbitrary: fc.Arbitrary<T>, predicate: (value: T) => boolean) =>
    fc.assert(fc.property(arbitrary, predicate), runs)

  it('1: it is in exactly one of eight stages, or closed', () =>
    check(facts, (known) => {
      const place = placeOf(known)
      return place.open
        ? closedAs(known) === null && stages.includes(place.stage)
        : place.closed === closedAs(known)
    }))

  it('2: cancelling takes it off every list and reinstating puts it back where it was', () =>
    check(fc.tuple(open, day), ([known, cancelReferralDate]) => {
      const cancelled = placeOf({ ...known, cancelReferralDate })
      const reinstated = placeOf({ ...known, cancelReferralDate: null })
      return !cancelled.open && JSON.stringify(reinstated) === JSON.stringify(placeOf(known))
    }))

  it('3: the order in which records come does not matter', () =>
    check(open, (known) => {
      const turned = {
        ...known,
        frats: known.frats.toReversed(),
        wellbeings: known.wellbeings.toReversed(),
        treatmentPlans: known.treatmentPlans.toReversed(),
        exercises: known.exercises.toReversed(),
        followups: known.followups.toReversed(),
      }
      return JSON.stringify(placeOf(turned)) === JSON.stringify(placeOf(known))
    }))

  it('4: adding a record and deleting it again changes nothing', () =>
    check(fc.tuple(open, day), ([known, assessmentDate]) => {
      const added = { ...known, frats: [...known.frats, { id: 99, assessmentDate, dischargedTo: 1 }] }
      const deleted = { ...added, frats: added.frats.filter(({ id }) => id !== 99) }
      return JSON.stringify(placeOf(deleted)) === JSON.stringify(placeOf(known))
    }))

  /** Living patients only, because death hides everything else. */
  const living = open.map((known) => ({
    ...known,
    patient: { isActive: true, deceasedDate: null, saidDead: [] },
  }))
  const sinceOf = (place: Place) => (place.open ? (place.since ?? '') : '')

  it('5: a patient who died, whatever says so, is awaiting discharge and nothing else', () =>
    check(fc.tuple(open, day, fc.boolean()), ([known, died, isRecorded]) => {
      const patient = isRecorded
        ? { isActive: true, deceasedDate: died, saidDead: [] }
        : { isActive: true, deceasedDate: null, saidDead: [died] }
      const place = placeOf({ ...known, patient })
      return (
        place.open &&
        place.stage === 'awaitingDischarge' &&
        place.deceased &&
        place.due === null &&
        place.since === died
      )
    }))

  const calling = ['awaitingFollowup', 'awaitingSecondFollowup', 'awaitingDischarge']
  it('6: one more call never moves it backwards and never touches an earlier stage', () =>
    check(fc.tuple(open, day, outcome, countsEarly), ([known, callDate, how, early]) => {
      const before = standingOf(placeOf(known))
      const more = {
        ...known,
        followups: [...known.followups, { id: 99, callDate, outcome: how, countsEarly: early }],
      }
      const after = standingOf(placeOf(more))
      return calling.includes(before) ? calling.indexOf(after) >= calling.indexOf(before) : after === before
    }))

  it('6: a call in which the patient was not reached changes neither list, nor wait, nor due day', () =>
    check(fc.tuple(open, day), ([known, callDate]) => {
      const more = {
        ...known,
        followups: [
          ...known.followups,
          { id: 99, callDate, outcome: 'noAnswer' as const, countsEarly: null },
        ],
      }
      const [{ reason: _before, ...before }, { reason: _after, ...after }] = [placeOf(known), placeOf(more)]
      return JSON.stringify(after) === JSON.stringify(before)
    }))

  it('7: one more wellbeing assessment changes only awaiting wellbeing', () =>
    check(fc.tuple(open, day), ([known, assessmentDate]) => {
      const before = standingOf(placeOf(known))
      const after = standingOf(
        placeOf({ ...known, wellbeings: [...known.wellbeings, { id: 99, assessmentDate }] }),
      )
      return before === 'awaitingWellbeing' ? after !== 'awaitingWellbeing' : after === before
    }))

  it('8: an exercise plan that has begun and not ended is never hidden, unless the patient died', () =>
    check(fc.tuple(living, fc.nat(400)), ([known, ago]) => {
      const exercisePlanDate = addDays(known.today, -ago)
      const place = placeOf({
        ...known,
        exercises: [...known.exercises, exercise(exercisePlanDate, null, 99)],
      })
      return place.open && place.stage === 'inExercise'
    }))

  it('9: moving all dates and today by the same number of days moves the wait with them and changes no list', () =>
    check(fc.tuple(open, fc.integer({ min: -400, max: 400 })), ([{ followups, ...others }, days]) => {
      // Months have different lengths, so a window of months does not move with the days.
      const known = { ...others, followups: followups.map((each) => ({ ...each, countsEarly: null })) }
      const moved = JSON.parse(
        JSON.stringify(known, (_, value: unknown) =>
          typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? addDays(value, days) : value,
        ),
      ) as PathwayFacts
      const [before, after] = [placeOf(known), placeOf(moved)]
      const since = sinceOf(before)
      return standingOf(after) === standingOf(before) && sinceOf(after) === (since && addDays(since, days))
    }))

  const repeats = fc.tuple(living, fc.constantFrom('frats' as const, 'wellbeings' as const), fc.nat(500))
  /** The facts with one more assessment that repeats an earlier one, or null if there is none to repeat. */
  const repeated = (
    known: PathwayFacts,
    kind: 'frats' | 'wellbeings',
    later: number,
  ): PathwayFacts | null => {
    const first = known[kind].map(({ assessmentDate }) => assessmentDate).toSorted()[0]
    const more = { id: 99, assessmentDate: addDays(first ?? '2026-01-01', later), dischargedTo: null }
    return first === undefined ? null : { ...known, [kind]: [...known[kind], more] }
  }

  it('a repeated FRAT or wellbeing assessment neither lengthens nor restarts a wait', () =>
    check(repeats, ([known, kind, later]) => {
      const more = repeated(known, kind, later)
      if (more === null) return true
      const [before, after] = [placeOf(known), placeOf(more)]
      return standingOf(before) !== standingOf(after) || sinceOf(before) === sinceOf(after)
    }))

  it('no FRAT and no wellbeing assessment moves a pathway whose plan has ended', () =>
    check(
      fc.tuple(
        living,
        fc.constantFrom('frats' as const, 'wellbeings' as const),
        day,
        fc.option(fc.constant(3), { nil: null }),
      ),
      ([known, kind, assessmentDate, dischargedTo]) => {
        const ended = [...known.treatmentPlans, plan('2024-07-01', '2024-08-01', 98)]
        const before = { ...known, treatmentPlans: ended }
        const after = { ...before, [kind]: [...known[kind], { id: 99, assessmentDate, dischargedTo }] }
        const { warnings: _b, ...was } = placeOf(before) as Place & { warnings: string[] }
        const { warnings: _a, ...is } = placeOf(after) as Place & { warnings: string[] }
        return JSON.stringify(is) === JSON.stringify(was)
      },
    ))

  it('a booked plan shortens no wait, but for one that was broken by a call or by closing', () =>
    check(fc.tuple(living, fc.integer({ min: 1, max: 400 })), ([known, ahead]) => {
      const booked = plan(addDays(known.today, ahead), null, 99)
      const [before, after] = [
        placeOf(known),
        placeOf({ ...known, treatmentPlans: [...known.treatmentPlans, booked] }),
      ]
      // If the FRAT sent the patient home, a booking reopens the question of treatment, which has a different wait.
      const wasSentHome = !hasPlan(known) && standingOf(before) === 'awaitingDischarge'
      const broken = followedUpFrom(known) === null ? '' : (waitsAgainSince(known) ?? '')
      return wasSentHome || sinceOf(after) <= sinceOf(before) || sinceOf(after) <= broken
    }))

  it('until the day it names, nothing changes by itself, and on it the place is found again', () =>
    check(fc.tuple(open, fc.nat(400)), ([known, days]) => {
      const place = placeOf(known)
      if (!place.open) return true
      const later = addDays(known.today, days)
      return (
        (place.movesOn !== null && (later >= place.movesOn || place.movesOn <= known.today)) ||
        JSON.stringify(placeOf({ ...known, today: later })) === JSON.stringify(place)
      )
    }))
})
