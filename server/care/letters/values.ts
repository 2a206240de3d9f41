import type { Kysely } from 'kysely'
import { doseOf, recommendedHours, type Dose } from '../../../contract/care/classes/dose.ts'
import { weekdayOf } from '../../../contract/platform/dates/weekdays.ts'
import { addDays, type CalendarDate } from '../../../contract/platform/dates/dates.ts'
import { categoryOf, type FlagKindName } from '../../../contract/patients/flags/flagKinds.ts'
import { formatLongDate } from '../../../contract/platform/words/format.ts'
import type { Letterhead } from '../../../contract/care/letters/letterhead.ts'
import type { MergeFieldName, MergeValues } from '../../../contract/care/letters/mergeFields.ts'
import { appointmentTypeTitle, isCancelled } from '../../../contract/pathways/records/appointment.ts'
import { isAttended, isOffered } from '../../../contract/pathways/records/exerciseAttendance.ts'
import { endingInWords } from '../../../contract/pathways/records/exerciseEnding.ts'
import type { DB } from '../../platform/db/types.ts'
import { appointmentValues, type LetterAppointment } from './appointment.ts'
import { readCare, type Care } from './care.ts'
import {
  actionsInWords,
  appointmentsInWords,
  bloodPressureOf,
  equipmentInLetter,
  fallsInWords,
  findingsInWords,
  fratItemsInWords,
  measuresInWords,
  medicinesInWords,
  notDoneInWords,
  onwardInLetter,
  redFlagInWords,
  unansweredReview,
} from './careInWords.ts'
import { fullName, greetingName, spacedNhsNumber, type LetterPerson } from './person.ts'
import { typedTelephone } from '../../../contract/platform/fields/telephone.ts'

type Values = Record<MergeFieldName, string | readonly string[] | null>

const long = (day: string | null): string | null => (day === null ? null : formatLongDate(day))

/** Typed text stays on one line, and cannot look like a bracket to fill in. */
export const inOneLine = (text: string): string =>
  text
    .replaceAll(/[\s--\u00a0]+/gv, ' ')
    .replaceAll(/\p{Cc}/gu, '')
    .replaceAll('[', '(')
    .replaceAll(']', ')')
    // The text cannot start a heading or list item, or turn bold, either.
    .replaceAll('**', '*')
    .replace(/^\s*(?:#+|-)\s+/, '')
    .trim()

/** The value of each template field for this referral; null or an empty list if nothing is recorded. */
export const readValues = async (
  sql: Kysely<DB>,
  person: LetterPerson,
  head: Omit<Letterhead, 'version'>,
  { day, appointment }: { day: CalendarDate; appointment: LetterAppointment | null },
): Promise<MergeValues> => {
  const care = await readCare(sql, person.pathwayId)
  const values: Values = {
    ...personValues(person, care),
    ...referralValues(care),
    ...assessmentValues(person, care),
    ...treatmentValues(care, day),
    ...appointmentValues(appointment),
    answerBy: formatLongDate(addDays(day, 14)),
    serviceName: head.serviceName,
    serviceTelephone: head.telephone,
    today: formatLongDate(day),
  }
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      value === null ? null : typeof value === 'string' ? inOneLine(value) : value.map(inOneLine),
    ]),
  )
}

const flagsOf = ({ flags }: LetterPerson, kind: FlagKindName): string[] =>
  flags.flags
    .filter((flag) => flag.kind === kind)
    .map(({ category, detail }) => [categoryOf(kind, category)?.title, detail].filter(Boolean).join(': '))

const personValues = (person: LetterPerson, { nextOfKin }: Care) => ({
  patientName: fullName(person),
  greetingName: greetingName(person),
  dateOfBirth: long(person.dateOfBirth),
  nhsNumber: person.nhsNumber === null ? null : spacedNhsNumber(person.nhsNumber),
  gpPractice: person.gp?.name ?? null,
  nextOfKin:
    nextOfKin === null
      ? null
      : [
          [nextOfKin.prefix, nextOfKin.firstName, nextOfKin.familyName].filter(Boolean).join(' '),
          nextOfKin.relationship?.toLowerCase(),
          typedTelephone(nextOfKin.phoneNumber, nextOfKin.phoneNumberNote),
        ]
          .filter(Boolean)
          .join(', '),
  adjustments: flagsOf(person, 'reasonableAdjustment'),
  communication: [
    ...flagsOf(person, 'interpreter').map((language) => `Interpreter: ${language}`),
    ...flagsOf(person, 'preferredFormat').map((format) => `Preferred format: ${format}`),
  ],
})

const referralValues = (care: Care) => ({
  referrer: care.referrer,
  referralDate: long(care.referralDate),
  declinedReason: care.declinedReason,
  dischargeDate: long(care.dischargeDate),
  dischargeReason: care.dischargeReason,
  dischargedTo: care.dischargedTo,
})

const assessmentValues = ({ dateOfBirth }: LetterPerson, care: Care) => {
  const [frat] = care.frat
  const review = unansweredReview(care.medicinesReview)
  const [checklist] = care.fallsChecklist
  const about = { dateOfBirth, genderCode: care.genderCode, all: care.measure }
  const pressure = bloodPressureOf(care.measure, about)
  const openFlags = care.redFlags.filter(({ endedDate }) => endedDate === null)
  const since = care.referralDate
  const until = care.dischargeDate
  // A count of falls for a period that began before the referral includes falls before it, so it is left out.
  const falls = care.fall.filter(
    ({ fallDate, periodFrom, fallCount }) =>
      fallCount !== 0 &&
      (since === null || (periodFrom ?? fallDate) >= since) &&
      (until === null || fallDate <= until),
  )
  return {
    // A letter to the patient must not hint at a suspicion of abuse by somebody at home.
    seeGp: openFlags.some(({ sign }) => sign !== 'abuse') ? 'yes' : null,
    assessed: [
      care.frat,
      care.wellbeing,
      care.measure,
      care.fallsChecklist,
      care.medicinesReview,
      care.equipmentAssessment,
      falls,
    ].some(({ length }) => length > 0)
      ? 'yes'
      : null,
    postural: pressure?.drop == null ? null : 'yes',
    reviewAsked: review === undefined ? null : 'yes',
    practiceActions: actionsInWords({ openFlags, review, pressure, falls, checklist }),
    openRedFlags: openFlags.map(redFlagInWords),
    endedRedFlags: care.redFlags.filter(({ endedDate }) => endedDate !== null).map(redFlagInWords),
    falls: fallsInWords(falls),
    frat: frat === undefined ? null : `${frat.fratScore} of 5 on ${formatLongDate(frat.assessmentDate)}`,
    fratItems: fratItemsInWords(frat),
    concerns: care.wellbeing[0]?.concerns.map(({ name }) => name).join(', ') ?? null,
    measures: measuresInWords(care.measure, about),
    bloodPressure: pressure === null ? null : pressure.words,
    findings: findingsInWords(checklist),
    notAssessed: notDoneInWords(checklist),
    medicines: medicinesInWords(care.medicinesReview),
  }
}

const treatmentValues = (care: Care, day: CalendarDate) => {
  const [plan] = care.treatmentPlan
  const [exercise] = care.exercise
  const sessions = care.exerciseAttendance.filter(({ attendanceStatus }) => isOffered(attendanceStatus))
  const attended = sessions.filter(({ attendanceStatus }) => isAttended(attendanceStatus))
  const minutes = care.dose === null ? 0 : care.dose.classMinutes + care.dose.homeMinutes
  return {
    goals: plan?.patientGoals ?? null,
    goalsOutcome: plan?.names.goalsAchieved ?? null,
    goalsReason: plan?.goalsNotAchievedReason ?? null,
    exercise:
      exercise === undefined
        ? null
        : `${exercise.exercisePlan}, from ${formatLongDate(exercise.exercisePlanDate)}`,
    exerciseEnding:
      exercise?.completedDate == null
        ? null
        : inOneLine(`${endingInWords(exercise) ?? ''}, on ${formatLongDate(exercise.completedDate)}`),
    exercised:
      attended.length > 0 ||
      minutes > 0 ||
      (sessions.length === 0 && care.exerciseBegan !== null && care.exerciseBegan <= day)
        ? 'yes'
        : null,
    sessions: sessions.length === 0 ? null : `${attended.length} of ${sessions.length} sessions attended`,
    classes: care.classes.map(({ name, joinedDate, endedDate }) =>
      [
        name,
        `from ${formatLongDate(joinedDate)}`,
        endedDate === null ? '' : `to ${formatLongDate(endedDate)}`,
      ]
        .filter(Boolean)
        .join(' '),
    ),
    dose:
      care.dose === null || minutes === 0
        ? null
        : `${doseInLetter(doseOf(care.dose, day))}, since ${formatLongDate(care.dose.fromDate)}`,
    hasEquipment: care.equipmentAssessment.some(
      ({ fittedDate, ended }) => fittedDate !== null && (ended === null || ended === 'kept'),
    )
      ? 'yes'
      : null,
    equipment: equipmentInLetter(care.equipmentAssessment),
    onwardReferrals: onwardInLetter(care.onwardReferral),
    appointments: appointmentsInWords(care.appointment),
    cancelledAppointments: care.appointment
      .filter(({ outcome, appointmentDate }) => isCancelled(outcome) && appointmentDate >= day)
      .toReversed()
      .map(
        ({ appointmentType, appointmentDate, startTime }) =>
          `${appointmentTypeTitle(appointmentType)} on ${weekdayOf(appointmentDate)} ${formatLongDate(appointmentDate)} at ${startTime}`,
      ),
  }
}

const toTenths = (hours: number): number => Math.round(hours * 10) / 10

const doseInLetter = ({ hours, hoursAWeek }: Dose): string =>
  [
    `${toTenths(hours)} hours of the ${recommendedHours} that are recommended`,
    ...(hoursAWeek === null ? [] : [`${toTenths(hoursAWeek)} hours a week`]),
  ].join(', ')
