import type { SessionPart } from '../../../contract/care/classes/fidelity.ts'
import { leaveReasonOf } from '../../../contract/care/classes/place.ts'
import { sessionDays } from '../../../contract/care/classes/days.ts'
import { addDays, type CalendarDate } from '../../../contract/platform/dates/dates.ts'
import type { Invented } from './invented.ts'
import { classDay, venues, type Taught } from './taught.ts'

/* The classes of the demonstration: their sessions of the past months with registers, and a waiting list. */

/** The number of venues with a class. Sessions at the other venues belong to no class. */
const shown = 3
const weeksBefore = 20
const weeksInAll = 32
/** Each qualification, and the days until it expires. */
const instructors = [
  ['Postural Stability Instructor', 240],
  ['Otago Exercise Programme leader', 35],
  ['Postural Stability Instructor', 400],
] as const
const times = ['10:30', '14:00', '11:00'] as const
const whyLeft = ['ill', 'transport', 'time', 'noContact'] as const

export const addClasses = (invented: Invented): void => {
  for (const [place, venue] of venues.slice(0, shown).entries()) addClass(invented, place, venue)
}

const addClass = (
  { known, random, today, taught, referred, add, rowOf, rowsOf, stamp }: Invented,
  place: number,
  [venue, kind]: (typeof venues)[number],
): void => {
  const { is_active: _, ...written } = stamp(addDays(today, -7 * (weeksBefore + 2)))
  const firstDate = classDay(addDays(today, -7 * weeksBefore), venue)
  const [qualification, daysLeft] = instructors[place] ?? instructors[0]
  const given = {
    exercise_type_id: known.named('exercise_type', kind),
    location_id: known.named('location', venue),
    start_time: times[place] ?? times[0],
    minutes: 60,
    clinician_id: known.clinicians[place] ?? 0,
  }
  const people = taught.filter(
    (each) => each.venue === venue && each.sessions.some(({ day }) => day >= firstDate),
  )
  // The first class is full.
  const capacity = people.filter(({ isOpen }) => isOpen).length + (place === 0 ? 0 : 3)
  const classId = add('exercise_class', {
    ...written,
    ...given,
    name: `${kind}, ${venue.replace(/ or .*/, '').toLowerCase()}`,
    first_date: firstDate,
    weeks: weeksInAll,
    qualification,
    qualification_expires: addDays(today, daysLeft),
    capacity,
  })
  const sessions = new Map<CalendarDate, number>()
  for (const day of sessionDays({ firstDate, weeks: weeksInAll, daysOff: [] }))
    sessions.set(
      day,
      add('class_session', { ...written, ...given, class_id: classId, session_date: day, recorded_at: null }),
    )
  const over = addDays([...sessions.keys()].at(-1) ?? firstDate, 1)
  const joined = (planDate: CalendarDate): CalendarDate =>
    [...sessions.keys()].find((day) => day > planDate) ?? firstDate
  const placed = whoHasPlaces(people, capacity, [...sessions.keys()], joined)
  for (const { pathwayId, exerciseId, planDate, sessions: attended, hasStopped, isOpen } of placed) {
    const leftReason = hasStopped ? random.pick(whyLeft) : null
    const leftDate = hasStopped ? (attended.at(-1)?.day ?? null) : null
    add('class_place', {
      ...written,
      class_id: classId,
      pathway_id: pathwayId,
      exercise_id: exerciseId,
      state: hasStopped ? 'left' : 'joined',
      joined_date: joined(planDate),
      left_date: leftDate,
      left_reason: leftReason,
      transport: random.pick(['own', 'own', 'needed', 'arranged']),
    })
    if (leftReason !== null && leftDate !== null && leftDate > planDate)
      Object.assign(rowOf('exercise', exerciseId), {
        completed_date: leftDate,
        ended_how: 'stopped',
        stopped_reason: leaveReasonOf(leftReason)?.stopped,
      })
    // The stage of a patient in a class may change once the class is over.
    const listed = rowsOf('work_list').find((row) => row['pathway_id'] === pathwayId)
    if (isOpen && !hasStopped && listed?.['deceased'] === false)
      listed['moves_on'] = [listed['moves_on'], over].filter((day) => typeof day === 'string').toSorted()[0]
    for (const { id, day } of attended) {
      const session = sessions.get(day)
      if (session === undefined) continue
      rowOf('exercise_attendance', id)['class_session_id'] = session
      Object.assign(rowOf('class_session', session), {
        recorded_at: `${day}T15:00:00Z`,
        parts_done: partsOf(kind),
      })
    }
  }
  if (place > 0) return
  const waiting = referred.filter(
    ({ history, subject }) =>
      subject.deceasedDate === null &&
      history.cancelDate === null &&
      history.discharge === null &&
      history.wellbeing !== null &&
      history.plan === null &&
      history.exercise === null &&
      history.noPlan === null,
  )
  for (const [at, { id, history }] of waiting.slice(0, 2).entries()) {
    const decided = addDays(today, -24 + 15 * at)
    add('class_place', {
      ...written,
      class_id: classId,
      pathway_id: id,
      state: 'waiting',
      waiting_since: history.wellbeing !== null && history.wellbeing > decided ? history.wellbeing : decided,
      transport: 'needed',
    })
  }
}

/** What the instructor of each kind of class ticks. */
const partsOf = (kind: string): SessionPart[] =>
  kind.startsWith('FaME')
    ? ['warmUp', 'strength', 'balance', 'floorWork', 'backwardChaining', 'progression']
    : ['warmUp', 'strength', 'balance', 'endurance']

/**
 * Everybody who attends now, and those former participants for whom a place was free throughout. The others attended
 * sessions of no class.
 */
const whoHasPlaces = (
  people: readonly Taught[],
  capacity: number,
  days: readonly CalendarDate[],
  joined: (planDate: CalendarDate) => CalendarDate,
): Taught[] => {
  const taken = new Map<CalendarDate, number>()
  const findsPlace = ({ planDate, sessions }: Taught): boolean => {
    const last = sessions.at(-1)?.day ?? ''
    const own = days.filter((day) => day >= joined(planDate) && day <= last)
    if (own.some((day) => (taken.get(day) ?? 0) >= capacity)) return false
    for (const day of own) taken.set(day, (taken.get(day) ?? 0) + 1)
    return true
  }
  const placed = new Set(
    people.toSorted((one, other) => Number(other.isOpen) - Number(one.isOpen)).filter(findsPlace),
  )
  return people.filter((each) => placed.has(each))
}
