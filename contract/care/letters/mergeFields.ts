import { fieldsIn, fillIn as fillWords, type FilledValues } from './templateWords.ts'

/*
 * The fields that a template can take from a referral, in double braces, such as {{patientName}}. The server fills
 * them in when a letter is started; the writer sees the result and can change it (decision 110).
 */

export const mergeFields = {
  patientName: { title: 'Name of the patient', example: 'Mrs Edna Ashworth' },
  greetingName: { title: 'Name for a greeting', example: 'Mrs Ashworth' },
  dateOfBirth: { title: 'Date of birth', example: '4 March 1941' },
  nhsNumber: { title: 'NHS number', example: '999 000 0018' },
  gpPractice: { title: 'GP practice', example: 'Willow Lane Surgery' },
  nextOfKin: { title: 'Next of kin', example: 'Mr Alan Ashworth, son, 01632 960 222' },
  adjustments: {
    title: 'Reasonable adjustments',
    example: ['Communication: speak slowly, on the left side'],
  },
  communication: { title: 'Language and format the patient needs', example: ['Large print'] },
  referrer: { title: 'Referrer', example: 'GP' },
  referralDate: { title: 'Referral date', example: '2 June 2026' },
  declinedReason: { title: 'Reason for declining', example: 'Already known to another falls service' },
  dischargeDate: { title: 'Discharge date', example: '20 November 2026' },
  dischargeReason: { title: 'Discharge reason', example: 'Programme completed' },
  dischargedTo: { title: 'Discharged to', example: 'Own home' },
  practiceActions: {
    title: 'Actions for the practice, from what was recorded',
    example: [
      'Please review medicines that raise the risk of falling: we asked for it on 3 August 2026, and no answer is recorded',
    ],
  },
  openRedFlags: {
    title: 'Red flags that are open',
    example: [
      'Blackout or syncope. Recorded on 12 June 2026. Done: same-day GP. To be dealt with by 13 June 2026',
    ],
  },
  endedRedFlags: {
    title: 'Red flags that ended, with what was done',
    example: [
      'Chest pain or breathlessness. Recorded on 1 July 2026. Done: 999 called. Ended on 3 July 2026. Seen, no cause found',
    ],
  },
  seeGp: { title: 'A red flag is open with which the patient should see a GP', example: '' },
  assessed: { title: 'Something was found or measured', example: 'yes' },
  falls: { title: 'Falls since the referral', example: ['9 July 2026: minor injury'] },
  frat: { title: 'Latest FRAT', example: '3 of 5 on 12 June 2026' },
  fratItems: {
    title: 'Latest FRAT by item',
    example: ['Any fall in the last year: yes', 'Four or more medicines a day: no'],
  },
  concerns: { title: 'Concerns of the latest wellbeing assessment', example: 'Fear of falling, Medicines' },
  measures: {
    title: 'Measures, the latest against the first',
    example: [
      'Timed Up and Go (TUG): 18.4 s on 12 June 2026, then 14.2 s on 18 November 2026. Better by 4.2 s',
    ],
  },
  bloodPressure: {
    title: 'Lying and standing blood pressure',
    example:
      'lying 142/80, standing after 1 minute 128/76, standing after 3 minutes 130/78 mmHg on 12 June 2026',
  },
  postural: { title: 'The blood pressure falls on standing', example: '' },
  findings: {
    title: 'Findings of the NG249 check-list',
    example: ['Vision: cataract on the left; referred'],
  },
  notAssessed: { title: 'Parts of the NG249 check-list that were not done', example: 'Hearing; Continence' },
  medicines: { title: 'Takes a medicine that raises the risk of falling', example: 'Yes' },
  reviewAsked: { title: 'A medicines review was asked for and has no answer', example: '' },
  goals: { title: 'Goals of the latest treatment plan', example: 'To walk to the shop alone' },
  goalsOutcome: { title: 'Whether the goals were achieved', example: 'Partly' },
  goalsReason: { title: 'Why the goals were not achieved', example: 'In hospital in September' },
  exercise: { title: 'Latest exercise plan', example: 'Strength and balance, from 6 July 2026' },
  exerciseEnding: { title: 'How the exercise plan ended', example: 'completed, on 6 July 2026' },
  exercised: { title: 'The patient did exercises', example: 'yes' },
  sessions: { title: 'Sessions attended', example: '18 of 24 sessions attended' },
  classes: {
    title: 'Classes',
    example: ['Tuesday strength and balance, from 6 July 2026 to 10 November 2026'],
  },
  dose: {
    title: 'Hours of exercise in class and at home',
    example: '31 hours of the 50 that are recommended, 1.7 hours a week',
  },
  hasEquipment: { title: 'Equipment is with the patient', example: 'yes' },
  equipment: {
    title: 'Equipment',
    example: ['Walking frame, fitted 3 July 2026', 'Raised toilet seat, ordered 1 July 2026'],
  },
  onwardReferrals: {
    title: 'Onward referrals',
    example: ['Podiatry, 3 July 2026: seen, nothing more needed'],
  },
  appointments: {
    title: 'Appointments and how they came out',
    example: '5 attended; 1 did not attend, no warning',
  },
  appointmentDay: { title: 'Day of the appointment', example: 'Tuesday 1 December 2026' },
  appointmentTime: { title: 'Time of the appointment', example: '10:30' },
  appointmentPlace: { title: 'Place of the appointment', example: 'Fernhill Health Centre' },
  appointmentClinician: { title: 'Clinician of the appointment', example: 'Priya Nair' },
  homeVisit: { title: 'The appointment is a visit', example: '' },
  clinicVisit: { title: 'The appointment is in a clinic', example: 'clinic' },
  telephoneCall: { title: 'The appointment is a call', example: '' },
  answerBy: { title: 'Day two weeks after the letter', example: '7 December 2026' },
  cancelledAppointments: {
    title: 'Appointments to come that were cancelled',
    example: ['Visit on Tuesday 1 December 2026 at 10:30'],
  },
  serviceName: { title: 'Name of the service', example: 'Fernhill Falls Service' },
  serviceTelephone: { title: 'Telephone of the service', example: '01632 960 100' },
  today: { title: 'Day of the letter', example: '23 November 2026' },
} as const satisfies Record<string, { title: string; example: string | readonly string[] }>

export type MergeFieldName = keyof typeof mergeFields
export const mergeFieldNames = Object.keys(mergeFields) as MergeFieldName[]

const isField = (name: string): name is MergeFieldName => Object.hasOwn(mergeFields, name)

/** Names in braces that are not fields. A letter would be sent with the braces still in it. */
export const unknownFields = (text: string): string[] => [
  ...new Set(
    fieldsIn(text)
      .map(({ name }) => name)
      .filter((name) => !isField(name)),
  ),
]

export type MergeValues = FilledValues<MergeFieldName>

/**
 * The text with its fields filled in.
 * @param missing text to insert for a missing value
 * @param leavesOut if true, drops list items without any value, and headings with nothing below them
 */
export const fillIn = (
  text: string,
  values: MergeValues,
  missing: (title: string) => string,
  leavesOut = false,
): string =>
  fillWords(text, { isField, values, missing: (name) => missing(mergeFields[name].title), leavesOut })

/** Values of an invented person, for previewing a template. */
export const exampleValues: MergeValues = Object.fromEntries(
  mergeFieldNames.map((name) => [name, mergeFields[name].example]),
)

/** The fields that describe an appointment. A template with any of them requires an appointment to be chosen. */
export const appointmentFields = [
  'appointmentDay',
  'appointmentTime',
  'appointmentPlace',
  'appointmentClinician',
] as const satisfies readonly MergeFieldName[]
