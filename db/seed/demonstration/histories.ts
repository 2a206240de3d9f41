import { addDays, type CalendarDate } from '../../../contract/dates.ts'
import type { Stage } from '../../../contract/pathway/stage.ts'
import type { AttendanceStatus } from '../../../contract/records/exerciseAttendance.ts'
import type { Random } from './random.ts'

/** How far an invented pathway has come: a stage, or how it was closed. */
export type Aim = Stage | 'discharged' | 'cancelled'

export interface InventedHistory {
  referralDate: CalendarDate
  frats: { assessmentDate: CalendarDate; fratScore: number }[]
  wellbeing: CalendarDate | null
  plan: { treatmentDate: CalendarDate; endedDate: CalendarDate | null } | null
  exercise: { exercisePlanDate: CalendarDate; completedDate: CalendarDate | null } | null
  sessions: { day: CalendarDate; status: AttendanceStatus }[]
  calls: CalendarDate[]
  cancelDate: CalendarDate | null
  dischargeDate: CalendarDate | null
}

/** What kept people from the sessions that they did not attend. */
const absences: readonly AttendanceStatus[] = ['2', '3', '2', '4', '3', '7']

/** How long each invented wait has lasted so far, in days: most are short, some worryingly long. */
const waitFor = (aim: Aim, random: Random): number => {
  const long = random.chance(0.15)
  const range: Record<Aim, [number, number]> = {
    awaitingAssessment: long ? [40, 75] : [1, 30],
    awaitingWellbeing: long ? [30, 60] : [1, 25],
    awaitingTreatment: long ? [30, 50] : [1, 20],
    inTreatment: long ? [90, 140] : [3, 80],
    inExercise: long ? [170, 230] : [5, 160],
    awaitingFollowup: long ? [95, 130] : [3, 90],
    awaitingSecondFollowup: long ? [95, 120] : [3, 90],
    awaitingDischarge: [1, 25],
    discharged: [5, 400],
    cancelled: [5, 500],
  }
  return random.between(...range[aim])
}

const order: Aim[] = [
  'awaitingAssessment',
  'awaitingWellbeing',
  'awaitingTreatment',
  'inTreatment',
  'inExercise',
  'awaitingFollowup',
  'awaitingSecondFollowup',
  'awaitingDischarge',
  'discharged',
]

/**
 * A plausible history that ends at the aim: each step as many days after the last as such services take, and nothing
 * that was done is in the future.
 */
export const inventHistory = (aim: Aim, random: Random, today: CalendarDate): InventedHistory => {
  const steps = {
    frat: random.between(3, 20),
    wellbeing: random.between(5, 21),
    plan: random.between(4, 18),
    exercise: random.between(7, 21),
    programme: random.between(100, 180),
    goals: random.between(0, 10),
    call: random.between(80, 100),
    secondCall: random.between(80, 100),
    discharge: random.between(1, 14),
  }
  const reached = aim === 'cancelled' ? 0 : order.indexOf(aim)
  const spans = [
    0,
    steps.frat,
    steps.wellbeing,
    steps.plan,
    steps.exercise,
    steps.programme + steps.goals,
    steps.call,
    steps.secondCall,
    steps.discharge,
  ]
  const before =
    aim === 'cancelled'
      ? random.between(2, 20)
      : spans.slice(0, reached + 1).reduce((sum, days) => sum + days, 0)
  const referralDate = addDays(today, -before - waitFor(aim, random))
  const has = (stage: Aim): boolean => aim !== 'cancelled' && reached >= order.indexOf(stage)
  const fratDate = addDays(referralDate, steps.frat)
  const wellbeing = addDays(fratDate, steps.wellbeing)
  const treatmentDate = addDays(wellbeing, steps.plan)
  const exercisePlanDate = addDays(treatmentDate, steps.exercise)
  const completedDate = addDays(exercisePlanDate, steps.programme)
  const endedDate = addDays(completedDate, steps.goals)
  const firstCall = addDays(endedDate, steps.call)
  const secondCall = addDays(firstCall, steps.secondCall)
  const until = has('awaitingFollowup') ? completedDate : today
  const weeks = has('inExercise')
    ? Array.from({ length: 30 }, (_, week) => addDays(exercisePlanDate, 7 * (week + 1)))
    : []
  return {
    referralDate,
    frats: has('awaitingWellbeing')
      ? [
          { assessmentDate: fratDate, fratScore: random.pick([1, 2, 3, 3, 4, 4, 5]) },
          ...(has('awaitingSecondFollowup')
            ? [{ assessmentDate: firstCall, fratScore: random.between(0, 3) }]
            : []),
        ]
      : [],
    wellbeing: has('awaitingTreatment') ? wellbeing : null,
    plan: has('inTreatment')
      ? { treatmentDate, endedDate: has('awaitingFollowup') ? endedDate : null }
      : null,
    exercise: has('inExercise')
      ? { exercisePlanDate, completedDate: has('awaitingFollowup') ? completedDate : null }
      : null,
    sessions: weeks
      .filter((day) => day <= until)
      .map((day, week) => ({
        day,
        status: random.chance(0.8) ? '5' : (absences[week % absences.length] ?? '3'),
      })),
    calls: [
      ...(has('awaitingSecondFollowup') ? [firstCall] : []),
      ...(has('awaitingDischarge') ? [secondCall] : []),
    ],
    cancelDate: aim === 'cancelled' ? addDays(referralDate, random.between(1, before)) : null,
    dischargeDate: aim === 'discharged' ? addDays(secondCall, steps.discharge) : null,
  }
}

/** How many pathways of each kind the demonstration has. */
export const aims: [Aim, number][] = [
  ['awaitingAssessment', 42],
  ['awaitingWellbeing', 17],
  ['awaitingTreatment', 9],
  ['inTreatment', 55],
  ['inExercise', 60],
  ['awaitingFollowup', 23],
  ['awaitingSecondFollowup', 12],
  ['awaitingDischarge', 8],
  ['discharged', 80],
  ['cancelled', 30],
]
