import { z } from 'zod'
import { endpoint, saveCall } from '../../platform/calls/endpoint.ts'
import {
  existingId,
  optionalChoice,
  optionalCode,
  optionalDate,
  optionalText,
  requiredChoice,
  requiredDate,
  saved,
  version,
} from '../../platform/fields/fields.ts'
import { flagChip } from '../../patients/flags/chips.ts'
import { withheldField } from '../../platform/calls/withheld.ts'
import { unusualConfirmed } from '../../platform/fields/unusual.ts'
import { planEndings, type StoppedReason } from '../../pathways/records/exerciseEnding.ts'
import { doseFacts } from './dose.ts'

/*
 * Places in a class: taken, waiting and ended. A place belongs to a referral and, once the person has joined, to its
 * exercise plan.
 */

const placeStates = ['waiting', 'offered', 'joined', 'left'] as const

export const transports = [
  { code: 'own', title: 'Makes their own way' },
  { code: 'needed', title: 'Needs transport' },
  { code: 'arranged', title: 'Transport is arranged' },
] as const
const transportCodes = transports.map(({ code }) => code)
export const transportTitle = (code: string): string =>
  transports.find((transport) => transport.code === code)?.title ?? code

/** What happens to the exercise plan when somebody leaves a class. */
export const planAnswers = [
  { code: 'goesOn', title: 'Goes on, at home or in another class' },
  ...planEndings,
] as const
export type PlanAnswer = (typeof planAnswers)[number]['code']
export const planAnswerCodes = planAnswers.map(({ code }) => code)

/**
 * Reasons for leaving; not all of them count as dropping out. Each suggests an answer for the exercise plan and, if the
 * plan stops, is the reason for that too.
 */
export const leaveReasons = [
  {
    code: 'finished',
    title: 'Finished the programme',
    isDropOut: false,
    plan: 'completed',
    stopped: 'other',
  },
  { code: 'otherClass', title: 'Moved to another class', isDropOut: false, plan: 'goesOn', stopped: 'other' },
  { code: 'home', title: 'Continues at home', isDropOut: false, plan: 'goesOn', stopped: 'other' },
  {
    code: 'elsewhere',
    title: 'Goes on elsewhere, such as a leisure class',
    isDropOut: false,
    plan: 'elsewhere',
    stopped: 'other',
  },
  {
    code: 'declined',
    title: 'Did not want the place',
    isDropOut: true,
    plan: 'stopped',
    stopped: 'declined',
  },
  { code: 'ill', title: 'Illness or injury', isDropOut: true, plan: 'stopped', stopped: 'unwell' },
  {
    code: 'hospital',
    title: 'In hospital or a care home',
    isDropOut: true,
    plan: 'stopped',
    stopped: 'unwell',
  },
  { code: 'moved', title: 'Moved away', isDropOut: true, plan: 'stopped', stopped: 'moved' },
  { code: 'transport', title: 'Could not get there', isDropOut: true, plan: 'stopped', stopped: 'other' },
  {
    code: 'time',
    title: 'Day, time or place does not suit',
    isDropOut: true,
    plan: 'stopped',
    stopped: 'other',
  },
  {
    code: 'commitments',
    title: 'Work, or caring for somebody',
    isDropOut: true,
    plan: 'stopped',
    stopped: 'commitments',
  },
  {
    code: 'dislikes',
    title: 'Did not like the class',
    isDropOut: true,
    plan: 'stopped',
    stopped: 'declined',
  },
  {
    code: 'noContact',
    title: 'Stopped coming, and could not be reached',
    isDropOut: true,
    plan: 'stopped',
    stopped: 'noContact',
  },
  {
    code: 'serviceEnded',
    title: 'The service ended the class',
    isDropOut: false,
    plan: 'stopped',
    stopped: 'serviceEnded',
  },
  { code: 'other', title: 'Other', isDropOut: true, plan: 'stopped', stopped: 'other' },
] as const satisfies readonly LeaveReason[]
interface LeaveReason {
  code: string
  title: string
  isDropOut: boolean
  plan: PlanAnswer
  stopped: StoppedReason
}
type LeaveCode = (typeof leaveReasons)[number]['code']
export const leaveReasonOf = (code: LeaveCode): (typeof leaveReasons)[number] | undefined =>
  leaveReasons.find((reason) => reason.code === code)
export const leaveCodes = leaveReasons.map(({ code }) => code)
/** Nobody left: two records of the same person were merged, and each had a place in the class. */
const merged = { code: 'merged', title: 'Two records merged: the other place stays' } as const
export const leaveTitle = (code: string): string =>
  [...leaveReasons, merged].find((reason) => reason.code === code)?.title ?? code

/** What ended the place; anything but 'left' is an event of the patient, the referral or the plan. */
const endedHow = ['left', 'died', 'closed', 'planDeleted', 'completed'] as const

const nullableText = z.string().nullable()

const placeFields = {
  id: z.int(),
  version: z.int(),
  classId: z.int(),
  pathwayId: z.int(),
  state: z.enum(placeStates),
  transport: z.enum(transportCodes),
  /** The location that the person would prefer. */
  wantedLocation: nullableText,
  /** The day on which it was decided that the person waits for a place; null if they did not wait. */
  waitingSince: nullableText,
  joinedDate: nullableText,
  endedDate: nullableText,
  /** Null until the place has ended. */
  endedHow: z.enum(endedHow).nullable(),
  leftReason: z.enum([...leaveCodes, merged.code]).nullable(),
}

const enrolFields = {
  classId: requiredChoice('Class required'),
  transport: z.enum(transportCodes, { error: 'Choose from the list' }),
  wantedLocationId: optionalChoice(),
  /** The person attends from the first session on or after this day; from the next session if absent. */
  joinedDate: optionalDate(),
  /** Gives a place even if the class is full or others wait. Only a Team Lead may (class.exceed). */
  isExtra: z.boolean().optional(),
  /** If false, the server asks about sessions at which the person is booked elsewhere. */
  unusualConfirmed,
}
export const enrolForm = z.object(enrolFields)

export const enrol = endpoint({
  method: 'POST',
  path: '/api/class/enrol',
  summary: 'Give a person a place in a class, or one on its waiting list when it is full',
  input: z.object({ pathwayId: existingId(), ...enrolFields }),
  reply: saved.extend({ state: z.enum(placeStates) }),
})

const whichPlace = { id: existingId(), version: version() }

export const offerPlace = saveCall({
  path: '/api/class/offer',
  summary: 'Offer a free place to the person who has waited longest; it is held until they say yes or no',
  input: z.object(whichPlace),
})

export const acceptPlace = saveCall({
  path: '/api/class/accept',
  summary: 'Accept the offered place for the person, from the next session on',
  input: z.object(whichPlace),
})

const leaveFields = {
  leftDate: requiredDate('Date required', { done: true }),
  leftReason: z.enum(leaveCodes, { error: 'Reason required' }),
  leftNote: optionalText(500),
  /** What happens to the exercise plan on the same day. If absent, `planCompleted` says it. */
  planAnswer: optionalCode(planAnswerCodes),
  /** Where exercise goes on, if it goes on elsewhere. */
  elsewhereTo: optionalText(200),
  /** If true, the exercise plan is completed on the same day; otherwise it does not change. `planAnswer` goes before it. */
  planCompleted: z.boolean().optional(),
}
export const leaveForm = z.object(leaveFields)

export const leaveClass = saveCall({
  path: '/api/class/leave',
  summary: 'End a place with a reason: the person leaves, says no to an offer, or no longer waits',
  input: z.object({ ...whichPlace, ...leaveFields }),
})

const dose = doseFacts.nullable()

export const classPerson = z.object({
  ...placeFields,
  patientId: z.int(),
  familyName: z.string(),
  firstName: nullableText,
  namePrefix: nullableText,
  nhsNumber: nullableText,
  dateOfBirth: nullableText,
  deceased: z.boolean(),
  flags: z.array(flagChip).optional(),
  ...withheldField,
  /** Sessions of this class that were offered to the person, and how many of them the person attended. */
  offered: z.int().nullable(),
  attended: z.int().nullable(),
  /** The latest offered sessions of this class that the person missed one after the other. */
  missedInRow: z.int().nullable(),
  /** Null before the person joins, and if the record is withheld. */
  dose,
  /** Staff may offer this person the next free place: nobody has waited longer who can be offered one. */
  isNext: z.boolean().optional(),
})
export type ClassPerson = z.output<typeof classPerson>

export const classPeople = endpoint({
  method: 'GET',
  path: '/api/class/people',
  summary: 'People with a place in a class, its waiting list in order, and people who had a place',
  input: z.object({ id: existingId() }),
  reply: z.array(classPerson),
})

export const pathwayPlace = z.object({
  ...placeFields,
  className: z.string(),
  firstDate: z.string(),
  startTime: z.string(),
  location: z.string(),
  exerciseId: z.int().nullable(),
  leftNote: nullableText,
})
export type PathwayPlace = z.output<typeof pathwayPlace>

const planDose = z.object({
  exerciseId: z.int(),
  exercisePlanDate: z.string(),
  dose: doseFacts,
  /** Home diary entries, latest week first. */
  weeks: z.array(z.object({ id: z.int(), version: z.int(), weekDate: z.string(), minutes: z.int() })),
})
export type PlanDose = z.output<typeof planDose>

export const classesOfPathway = endpoint({
  method: 'GET',
  path: '/api/class/ofPathway',
  summary: 'The places in classes of a referral, latest first, and the hours of exercise of its plans',
  input: z.object({ pathwayId: existingId() }),
  reply: z.object({
    /** The referral is open, and the patient has neither died nor refused the service, so it can be given a place. */
    mayEnrol: z.boolean(),
    places: z.array(pathwayPlace),
    plans: z.array(planDose),
  }),
})
export type PathwayClasses = z.output<typeof classesOfPathway.reply>

export const placeEndpoints = [
  enrol,
  offerPlace,
  acceptPlace,
  leaveClass,
  classPeople,
  classesOfPathway,
] as const
