import { addDays, daysBetween, type CalendarDate } from '../../../contract/platform/dates/dates.ts'
import type { Stage } from '../../../contract/stages/stage.ts'
import type { AttendanceStatus } from '../../../contract/pathways/records/exerciseAttendance.ts'
import type { CallOutcome } from '../../../contract/stages/callOutcome.ts'
import type { NoPlanReason } from '../../../contract/stages/noPlanReasons.ts'
import { pickWeighted, type Random } from './random.ts'

/** How far an invented pathway gets: a stage, or how it was closed. */
export type Aim = Stage | 'discharged' | 'cancelled'

/** The care given: treatment, a class, both, or advice only. */
export type Care = 'both' | 'class' | 'treatment' | 'none'

export interface InventedHistory {
  referralDate: CalendarDate
  receivedDate: CalendarDate | null
  frats: { assessmentDate: CalendarDate; answers: readonly boolean[] }[]
  wellbeing: CalendarDate | null
  plan: { treatmentDate: CalendarDate; endedDate: CalendarDate | null; goals: Goals | null } | null
  exercise: { exercisePlanDate: CalendarDate; completedDate: CalendarDate | null } | null
  sessions: { day: CalendarDate; status: AttendanceStatus }[]
  noPlan: { day: CalendarDate; reason: NoPlanReason } | null
  calls: { day: CalendarDate; outcome: CallOutcome }[]
  cancelDate: CalendarDate | null
  discharge: { day: CalendarDate; reason: string; to: string } | null
}
export type Goals = 'yes' | 'partially' | 'no'

/** Requirements for a history. Whatever is left out is random. */
export interface Outline {
  aim: Aim
  care: Care
  /** Days in the current stage, or since the referral was closed. */
  waited: number
  /** Days from referral to FRAT. */
  toFrat?: number
  /** For a discharge: the person stopped coming, so the programme was not completed. */
  stopped?: boolean
  goals?: Goals
  deceasedDate?: CalendarDate | null
  /** Days until a booked plan begins. */
  bookedIn?: number
}

/** Moves Saturday and Sunday to the Friday before, because services like this one work on weekdays. */
export const onWeekday = (day: CalendarDate): CalendarDate => {
  // 1 January 1900 was a Monday.
  const place = ((daysBetween('1900-01-01', day) % 7) + 7) % 7
  return place > 4 ? addDays(day, 4 - place) : day
}

const order: readonly Aim[] = [
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

/** Most people are seen within weeks; a few wait past 18 weeks. */
const untilFrat = (random: Random): number => {
  const [from, to] = pickWeighted(
    random,
    [
      [3, 28, 74],
      [29, 84, 18],
      [85, 126, 4],
      [127, 230, 4],
    ] as const,
    ([, , weight]) => weight,
  )
  return random.between(from, to)
}

/** Why people missed sessions: mostly cancelled in advance, sometimes by the service. */
const absences: readonly AttendanceStatus[] = ['2', '3', '2', '4', '3', '2', '7']
const noPlanReasons: readonly NoPlanReason[] = ['adviceOnly', 'equipmentOnly', 'adviceOnly', 'planDeclined']

/**
 * A plausible history that ends at the aim. Each step is on a weekday, after as many days as such services take, and
 * nothing that was done is today or later.
 */
export const inventHistory = (outline: Outline, random: Random, today: CalendarDate): InventedHistory => {
  const { aim, care, waited, stopped = false, deceasedDate = null } = outline
  const isPlanned = care !== 'none'
  const reached = order.indexOf(aim)
  const has = (stage: Aim): boolean => aim !== 'cancelled' && reached >= order.indexOf(stage)
  const ended = has('awaitingFollowup')
  const treats = (care === 'both' || care === 'treatment') && has('inTreatment')
  const exercises = (care === 'both' || care === 'class') && has('inExercise')
  const weeks = stopped ? random.between(4, 14) : exercises && ended ? random.between(20, 26) : 30
  const gaps = {
    frat: outline.toFrat ?? untilFrat(random),
    wellbeing: random.between(5, 24),
    plan: random.between(5, 30),
    exercise: care === 'both' ? random.between(14, 35) : 0,
    programme: exercises ? 7 * weeks + 7 : isPlanned ? random.between(40, 90) : 0,
    call: random.between(84, 98),
    secondCall: random.between(84, 98),
    discharge: stopped ? random.between(14, 30) : random.between(2, 14),
  }
  const callsDone = aim === 'discharged' ? !stopped && care !== 'none' : true
  const spans = [
    0,
    gaps.frat,
    gaps.wellbeing,
    gaps.plan,
    gaps.exercise,
    gaps.programme,
    callsDone ? gaps.call : 0,
    callsDone ? gaps.secondCall : 0,
    gaps.discharge,
  ]
  const before =
    aim === 'cancelled'
      ? random.between(2, 24)
      : spans.slice(0, reached + 1).reduce((sum, days) => sum + days, 0)
  // One day more, so that nothing falls on today, when its hour may not have come yet.
  const start = addDays(today, -before - waited - 1)
  const at = (place: number): CalendarDate =>
    onWeekday(
      addDays(
        start,
        spans.slice(0, place + 1).reduce((sum, days) => sum + days, 0),
      ),
    )
  const alive = (day: CalendarDate): boolean => deceasedDate === null || day < deceasedDate
  const referralDate = onWeekday(start)
  const [fratDay, wellbeing, treatmentDate, exercisePlanDate, endedDate] = [at(1), at(2), at(3), at(4), at(5)]
  const completedDate = exercises && ended && !stopped ? endedDate : null
  // Treatment continues for a while beside the class that it led to.
  const handedOver = onWeekday(addDays(exercisePlanDate, 14))
  const treatmentEnded =
    care === 'both' && exercises
      ? handedOver < today && alive(handedOver)
        ? handedOver
        : null
      : ended
        ? endedDate
        : null
  const cancelDate = aim === 'cancelled' ? onWeekday(addDays(start, before)) : null
  const answers = fratAnswers(random)
  return {
    referralDate,
    receivedDate: random.chance(0.6) ? received(referralDate, random, cancelDate ?? fratDay, today) : null,
    frats: has('awaitingWellbeing')
      ? [
          { assessmentDate: fratDay, answers },
          // Some of those who finished are assessed again at the first call.
          ...(has('awaitingSecondFollowup') && callsDone && random.chance(0.4)
            ? [{ assessmentDate: at(6), answers: answers.map((yes, item) => yes && item < 3) }]
            : []),
        ]
      : [],
    wellbeing: has('awaitingTreatment') ? wellbeing : null,
    plan: treats
      ? {
          treatmentDate,
          endedDate: treatmentEnded,
          goals: treatmentEnded === null ? null : (outline.goals ?? (stopped ? 'no' : 'yes')),
        }
      : outline.bookedIn !== undefined
        ? { treatmentDate: nextWeekday(addDays(today, outline.bookedIn)), endedDate: null, goals: null }
        : null,
    exercise: exercises ? { exercisePlanDate, completedDate } : null,
    sessions: exercises
      ? thinningOut(exercisePlanDate, weeks, stopped, random).filter(
          ({ day }) => day <= (completedDate ?? today) && day < today && alive(day),
        )
      : [],
    noPlan:
      care === 'none' && ended
        ? { day: treatmentDate, reason: noPlanReasons[random.between(0, 3)] ?? 'adviceOnly' }
        : null,
    calls:
      callsDone && has('awaitingSecondFollowup')
        ? [
            ...(random.chance(0.3)
              ? [{ day: onWeekday(addDays(at(6), -4)), outcome: 'noAnswer' as const }]
              : []),
            { day: at(6), outcome: 'reached' as const },
            ...(has('awaitingDischarge') ? [{ day: at(7), outcome: 'reached' as const }] : []),
          ]
        : [],
    cancelDate,
    discharge: aim === 'discharged' ? { day: at(8), ...whyDischarged(outline, random) } : null,
  }
}

const nextWeekday = (day: CalendarDate): CalendarDate =>
  onWeekday(day) === day ? day : addDays(onWeekday(day), 3)

/**
 * A letter takes some days, but arrives no later than the day the patient is first seen or the referral is cancelled.
 */
const received = (
  referralDate: CalendarDate,
  random: Random,
  seen: CalendarDate,
  today: CalendarDate,
): CalendarDate => {
  const came = nextWeekday(addDays(referralDate, random.between(0, 4)))
  return [came, seen, onWeekday(addDays(today, -1))].reduce((first, day) => (day < first ? day : first))
}

/** Falls first. Most people have two to four of the five. */
const fratAnswers = (random: Random): readonly boolean[] => [
  random.chance(0.92),
  random.chance(0.66),
  random.chance(0.16),
  random.chance(0.78),
  random.chance(0.55),
]

/** One session a week on the weekday of the plan. Attendance falls as the weeks go by. */
const thinningOut = (
  first: CalendarDate,
  weeks: number,
  stopped: boolean,
  random: Random,
): InventedHistory['sessions'] =>
  Array.from({ length: weeks }, (_, week) => {
    const chance = stopped ? 0.85 - 0.6 * (week / weeks) : 0.95 - 0.35 * (week / 26)
    return {
      day: addDays(first, 7 * (week + 1)),
      status: random.chance(chance) ? ('5' as const) : random.pick(absences),
    }
  })

const whyDischarged = ({ stopped, care, goals, deceasedDate }: Outline, random: Random) => {
  if (deceasedDate != null) return { reason: 'Died', to: 'Died' }
  if (stopped === true)
    return pickWeighted(
      random,
      [
        { reason: 'Patient chose to stop', to: 'Own home - self-management', weight: 4 },
        { reason: 'Did not attend (policy followed)', to: 'GP care', weight: 3 },
        { reason: 'Health change: unable to continue', to: 'GP care', weight: 3 },
        { reason: 'Admitted to hospital (long stay)', to: 'Hospital - NHS ward', weight: 1 },
        { reason: 'Moved to care home', to: 'Care home - independent', weight: 1 },
      ],
      ({ weight }) => weight,
    )
  if (care === 'none') return { reason: 'Advice and information only', to: 'Own home - self-management' }
  return {
    reason:
      goals === 'no' ? 'Maximum benefit reached' : goals === 'yes' ? 'Goals achieved' : 'Programme completed',
    to: random.chance(0.5)
      ? 'Own home - community exercise class (leisure/voluntary)'
      : 'Own home - self-management',
  }
}
