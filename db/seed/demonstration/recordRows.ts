import type { CalendarDate } from '../../../contract/platform/dates/dates.ts'
import { isReached } from '../../../contract/stages/callOutcome.ts'
import { isAttended } from '../../../contract/pathways/records/exerciseAttendance.ts'
import type { InventedHistory } from './histories.ts'
import type { Invented, Row, Subject } from './invented.ts'
import { classDay, venues } from './taught.ts'

/* The clinical records of one referral, from its history. */

const concerns = [
  'Balance and walking',
  'Fear of falling',
  'Muscle strength / getting up',
  'Medicines',
  'Vision',
  'Pain',
  'Feet and footwear',
  'Home hazards',
  'Continence',
  'Bone health / previous fracture',
  'Loneliness',
  'Dizziness',
] as const
const equipment = [
  'Walking stick',
  'Rollator (4 wheels)',
  'Grab rail - indoor',
  'Second stair rail',
  'Bath board',
  'Pendant alarm',
  'Raised toilet seat',
] as const
const referredOn = [
  'Pharmacist medication review',
  'Optometrist / eye clinic',
  'Podiatry',
  'Fire and rescue home visit',
  'Occupational therapy',
  'Fracture liaison / bone health',
] as const
const notAchieved = [
  'Stopped coming after a chest infection.',
  'Knee pain limited the exercises; referred back to the GP.',
  'Did not feel able to go on after the death of a relative.',
]
const goals = [
  'Walk to the shop without help',
  'Get up from the floor alone',
  'Climb the stairs safely to bed',
  'Feel steady enough to go to church again',
  'Bath without worrying about slipping',
  'Take the grandchildren to the park',
]

interface Recorded extends Pick<Invented, 'known' | 'random' | 'today' | 'taught' | 'add' | 'stamp'> {
  pathwayId: number
  subject: Subject
  history: InventedHistory
  clinician: number
  teamMember: number
  location: number
}

/** With the columns of a row that belongs to the referral. */
interface Context extends Recorded {
  of: (day: CalendarDate) => Row
}

/** In this order: changing it changes what the random generator gives to each. */
export const addRecords = (recorded: Recorded): void => {
  const of = (day: CalendarDate): Row => ({ ...recorded.stamp(day), pathway_id: recorded.pathwayId })
  for (const addKind of [addFrats, addWellbeing, addPlan, addExercise, addNoPlanDecision, addCalls])
    addKind({ ...recorded, of })
}

const addFrats = ({ add, of, history, teamMember, location }: Context): void => {
  for (const { assessmentDate, answers } of history.frats)
    add('frat', {
      ...of(assessmentDate),
      assessment_date: assessmentDate,
      team_member_id: teamMember,
      location_id: location,
      frat_score: answers.filter(Boolean).length,
      fall_in_last_year: answers[0],
      four_or_more_medicines: answers[1],
      stroke_or_parkinsons: answers[2],
      balance_problems: answers[3],
      cannot_rise_from_chair: answers[4],
    })
}

const addWellbeing = (context: Context): void => {
  const { known, random, add, of, stamp, subject, clinician, location } = context
  const { wellbeing } = context.history
  if (wellbeing === null) return
  const wellbeingId = add('wellbeing', {
    ...of(wellbeing),
    assessment_date: wellbeing,
    clinician_id: clinician,
    location_id: location,
  })
  const raised = new Set(Array.from({ length: random.between(1, 4) }, () => random.pick(concerns)))
  for (const concern of raised)
    add('wellbeing_concern', { wellbeing_id: wellbeingId, concern_id: known.named('concern', concern) })
  add('bmi', {
    ...stamp(wellbeing),
    patient_id: subject.id,
    assessment_date: wellbeing,
    bmi: random.between(190, 340) / 10,
  })
}

const addPlan = ({ known, random, today, add, of, history, clinician, location }: Context): void => {
  if (history.plan === null) return
  const { treatmentDate, endedDate, goals: achieved } = history.plan
  const isBooked = treatmentDate > today
  const assessed = history.wellbeing ?? history.referralDate
  add('treatment_plan', {
    ...of(isBooked ? assessed : treatmentDate),
    treatment_date: treatmentDate,
    assessment_date: history.wellbeing,
    clinician_id: clinician,
    location_id: location,
    patient_goals: random.pick(goals),
    goals_achieved_id: achieved === null ? null : known.coded('goals_achieved', achieved),
    goals_not_achieved_reason: achieved === 'no' ? random.pick(notAchieved) : null,
    ended_date: endedDate,
  })
  if (isBooked) return
  if (random.chance(0.6))
    add('equipment_assessment', {
      ...of(treatmentDate),
      equipment_id: known.named('equipment', random.pick(equipment)),
    })
  if (random.chance(0.4))
    add('onward_referral', {
      ...of(treatmentDate),
      referral_date: treatmentDate,
      referral_clinician_id: clinician,
      refer_to_id: known.named('refer_to', random.pick(referredOn)),
      referral_method_id: known.named('method', 'E-mail (secure)'),
    })
}

const addExercise = (context: Context): void => {
  const { known, random, taught, add, of, stamp, pathwayId, subject, history, clinician } = context
  if (history.exercise === null) return
  const { exercisePlanDate, completedDate } = history.exercise
  const exerciseId = add('exercise', {
    ...of(exercisePlanDate),
    exercise_plan_date: exercisePlanDate,
    clinician_id: clinician,
    exercise_plan: 'Strength and balance class once a week and home exercises twice a week.',
    completed_date: completedDate,
    ended_how: completedDate === null ? null : 'completed',
  })
  // One class, in one place, from beginning to end.
  const [venue, kind] = random.pick(venues)
  const last = history.sessions.at(-1)?.day ?? exercisePlanDate
  const sessions = history.sessions.flatMap(({ day: planned, status }) => {
    // The class is on its own day of that week, and never later than the history's last session.
    const day = classDay(planned, venue)
    const written = stamp(day)
    if (day > last) return []
    const id = add('exercise_attendance', {
      ...written,
      exercise_id: exerciseId,
      attendance_date: day,
      attendance_status: status,
      exercise_type_id: known.named('exercise_type', kind),
      location_id: known.named('location', venue),
      minutes: isAttended(status) ? 60 : null,
    })
    return { id, day }
  })
  const isClosed = history.discharge !== null || history.cancelDate !== null
  const isOpen = completedDate === null && !isClosed && subject.deceasedDate === null
  const hasStopped = completedDate === null && isClosed && subject.deceasedDate === null
  taught.push({ pathwayId, exerciseId, venue, planDate: exercisePlanDate, sessions, isOpen, hasStopped })
}

const addNoPlanDecision = ({ add, of, history: { noPlan }, clinician }: Context): void => {
  if (noPlan === null) return
  const { day, reason } = noPlan
  add('no_plan_decision', { ...of(day), decision_date: day, clinician_id: clinician, reason })
}

const addCalls = ({ random, add, of, history, clinician }: Context): void => {
  for (const [place, { day, outcome }] of history.calls.entries())
    add('followup', {
      ...of(day),
      call_date: day,
      clinician_id: clinician,
      outcome,
      ...(isReached(outcome)
        ? {
            falls_since_contact: random.pick([0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 2]),
            exercise_hours: random.pick([0, 1, 1.5, 2, 3]),
            confidence: random.between(4, 9),
          }
        : { next_try_date: history.calls[place + 1]?.day ?? null }),
    })
}
