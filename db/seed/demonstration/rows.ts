import { addDays, type CalendarDate } from '../../../contract/dates.ts'
import { foldName } from '../../../contract/fold.ts'
import { isAttended } from '../../../contract/records/exerciseAttendance.ts'
import { aims, inventHistory, type InventedHistory } from './histories.ts'
import { placeAtEnd, transitionsOf } from './facts.ts'
import { inventPeople, type InventedPerson } from './people.ts'
import type { Random } from './random.ts'

/** What the rows refer to, as the database has it. */
export interface Known {
  genders: { male: number; female: number }
  ethnicities: number[]
  /** Title to id. */
  prefixes: Record<string, number>
  /** Practice codes, in order. */
  practices: { id: string; name: string }[]
  referrers: { id: number; name: string }[]
  methods: number[]
  locations: number[]
  concerns: number[]
  exerciseTypes: number[]
  equipment: number[]
  referTo: number[]
  goalsYes: number
  dischargeReasons: number[]
  declinedReasons: number[]
  clinicians: number[]
  teamMembers: number[]
  users: number[]
  genderNames: { male: string; female: string }
}

type Row = Record<string, unknown>
export type Tables = Record<string, Row[]>

interface Subject {
  id: number
  person: InventedPerson
  deceasedDate: CalendarDate | null
}

/** Most people agree to share their pathway with partner services, some were not asked yet, some refuse. */
const consents: readonly (boolean | null)[] = [true, true, null, true, true, false, true]

/** Every row of the demonstration, with ids, by table and in an order that satisfies the foreign keys. */
export const inventRows = (known: Known, random: Random, today: CalendarDate): Tables => {
  const tables: Tables = {}
  const add = (table: string, row: Row): number => {
    const rows = (tables[table] ??= [])
    const id = rows.length + 1
    rows.push(table === 'wellbeing_concern' || table === 'work_list' ? row : { id, ...row })
    return id
  }
  const stamp = (day: CalendarDate): Row => {
    const at = `${day}T${String(random.between(9, 16)).padStart(2, '0')}:${String(random.between(10, 59))}:00Z`
    const by = random.pick(known.users)
    return { version: 1, is_active: true, created_at: at, updated_at: at, created_by: by, updated_by: by }
  }
  const people = inventPeople(random, today)
  const subjects: Subject[] = []

  const register = (deceasedDate: CalendarDate | null, day: CalendarDate): Subject => {
    const person = people.next().value as InventedPerson
    const { practice } = person
    const id = add('patient', {
      ...stamp(day),
      family_name: person.familyName,
      family_name_key: foldName(person.familyName),
      first_name: person.firstName,
      first_name_key: foldName(person.firstName ?? ''),
      gender_id: person.isWoman ? known.genders.female : known.genders.male,
      date_of_birth: person.dateOfBirth,
      nhs_number: person.nhsNumber,
      nhs_number_unknown: person.nhsNumber === null,
      ethnicity_id: random.chance(0.1) ? null : known.ethnicities[person.ethnicityPlace],
      name_prefix_id: person.title === null ? null : known.prefixes[person.title],
      address_line1: person.addressLine1,
      town: person.town,
      county: 'Exampleshire',
      postcode: person.postcode,
      phone_home: person.phoneHome,
      phone_mobile: person.phoneMobile,
      registered_gp: practice === null ? null : known.practices[practice]?.id,
      deceased_date: deceasedDate,
    })
    const subject = { id, person, deceasedDate }
    subjects.push(subject)
    return subject
  }

  const refer = (subject: Subject, history: InventedHistory): void => {
    const { referralDate, cancelDate, dischargeDate } = history
    const referrer = random.pick(known.referrers)
    const consent = consents[subject.id % consents.length] ?? null
    const pathwayId = add('pathway', {
      ...stamp(referralDate),
      patient_id: subject.id,
      referral_date: referralDate,
      referrer_id: referrer.id,
      referral_method_id: random.pick(known.methods),
      cancel_referral_date: cancelDate,
      declined_referral_id: cancelDate === null ? null : random.pick(known.declinedReasons),
      cancel_team_member_id: cancelDate === null ? null : random.pick(known.teamMembers),
      discharge_date: dischargeDate,
      discharge_reason_id: dischargeDate === null ? null : random.pick(known.dischargeReasons),
      discharge_clinician_id: dischargeDate === null ? null : random.pick(known.clinicians),
      consent_given: consent,
      consent_date: consent === null ? null : referralDate,
    })
    const of = (day: CalendarDate): Row => ({ ...stamp(day), pathway_id: pathwayId })
    for (const { assessmentDate, fratScore } of history.frats)
      add('frat', {
        ...of(assessmentDate),
        assessment_date: assessmentDate,
        team_member_id: random.pick(known.teamMembers),
        location_id: random.pick(known.locations),
        frat_score: fratScore,
      })
    if (history.wellbeing !== null) {
      const wellbeingId = add('wellbeing', {
        ...of(history.wellbeing),
        assessment_date: history.wellbeing,
        clinician_id: random.pick(known.clinicians),
        location_id: random.pick(known.locations),
      })
      const concerns = new Set(
        Array.from({ length: random.between(1, 4) }, () => random.pick(known.concerns)),
      )
      for (const concern of concerns)
        add('wellbeing_concern', { wellbeing_id: wellbeingId, concern_id: concern })
      add('bmi', {
        ...stamp(history.wellbeing),
        patient_id: subject.id,
        assessment_date: history.wellbeing,
        bmi: random.between(180, 340) / 10,
      })
    }
    if (history.plan !== null) {
      const { treatmentDate, endedDate } = history.plan
      add('treatment_plan', {
        ...of(treatmentDate),
        treatment_date: treatmentDate,
        assessment_date: history.wellbeing,
        clinician_id: random.pick(known.clinicians),
        location_id: random.pick(known.locations),
        patient_goals: random.pick(goals),
        goals_achieved_id: endedDate === null ? null : known.goalsYes,
        ended_date: endedDate,
      })
      if (random.chance(0.6))
        add('equipment_assessment', { ...of(treatmentDate), equipment_id: random.pick(known.equipment) })
      if (random.chance(0.4))
        add('onward_referral', {
          ...of(treatmentDate),
          referral_date: treatmentDate,
          referral_clinician_id: random.pick(known.clinicians),
          refer_to_id: random.pick(known.referTo),
          referral_method_id: random.pick(known.methods),
        })
    }
    if (history.exercise !== null) {
      const { exercisePlanDate, completedDate } = history.exercise
      const exerciseId = add('exercise', {
        ...of(exercisePlanDate),
        exercise_plan_date: exercisePlanDate,
        clinician_id: random.pick(known.clinicians),
        exercise_plan: 'Strength and balance class once a week and home exercises twice a week.',
        completed_date: completedDate,
      })
      // A session that was missed is of the class that the person last went to.
      let session: Row | null = null
      for (const { day, status } of history.sessions) {
        if (isAttended(status))
          session = {
            ...stamp(day),
            exercise_type_id: random.pick(known.exerciseTypes),
            location_id: random.pick(known.locations),
            minutes: 60,
          }
        if (session !== null)
          add('exercise_attendance', {
            ...session,
            created_at: `${day}T17:00:00Z`,
            updated_at: `${day}T17:00:00Z`,
            exercise_id: exerciseId,
            attendance_date: day,
            attendance_status: status,
          })
      }
    }
    for (const callDate of history.calls)
      add('followup', { ...of(callDate), call_date: callDate, clinician_id: random.pick(known.clinicians) })
    for (const { day, from, to } of transitionsOf(history, subject.deceasedDate))
      add('stage_transition', {
        pathway_id: pathwayId,
        from_stage: from,
        to_stage: to,
        at: `${day}T12:00:00Z`,
        command: 'demonstration',
      })
    list(subject, pathwayId, history, referrer.name)
  }

  const list = (subject: Subject, pathwayId: number, history: InventedHistory, referrer: string): void => {
    const place = placeAtEnd(history, subject.deceasedDate)
    if (!place.open) return
    const { person } = subject
    add('work_list', {
      pathway_id: pathwayId,
      patient_id: subject.id,
      stage: place.stage,
      since: place.since,
      due: place.due,
      reason: place.reason,
      deceased: place.deceased,
      family_name: person.familyName,
      first_name: person.firstName,
      name_prefix: person.title,
      name_key: `${foldName(person.familyName)} ${foldName(person.firstName ?? '')}`,
      nhs_number: person.nhsNumber,
      date_of_birth: person.dateOfBirth,
      gender: person.isWoman ? known.genderNames.female : known.genderNames.male,
      postcode: person.postcode,
      referral_date: history.referralDate,
      referrer,
      registered_gp: person.practice === null ? null : (known.practices[person.practice]?.name ?? null),
    })
  }

  for (const [aim, count] of aims)
    for (let made = 0; made < count; made += 1) {
      const history = inventHistory(aim, random, today)
      // A few have died while their pathway is open, a few come a second time.
      const died = aim === 'inExercise' && made < 3 ? addDays(today, -random.between(1, 20)) : null
      const again = aim === 'discharged' && made < 12 ? subjects[made] : undefined
      const comesAgain = again !== undefined && (history.dischargeDate ?? '') < addDays(today, -80)
      refer(comesAgain ? again : register(died, history.referralDate), history)
    }
  return tables
}

const goals = [
  'Walk to the shop without help',
  'Get up from the floor alone',
  'Climb the stairs safely to bed',
  'Feel steady enough to go to church again',
  'Bath without worrying about slipping',
  'Take the grandchildren to the park',
]
