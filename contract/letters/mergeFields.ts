/*
 * What a template can ask for of a referral, in double braces, such as {{patientName}}. The server fills it in when a letter is
 * begun; whoever writes the letter sees and can change what came of it (decision 110).
 */

export const mergeFields = {
  patientName: { title: 'Name of the patient', example: 'Mrs Edna Ashworth' },
  greetingName: { title: 'Name for a greeting', example: 'Mrs Ashworth' },
  dateOfBirth: { title: 'Date of birth', example: '4 March 1941' },
  nhsNumber: { title: 'NHS number', example: '999 000 0018' },
  gpPractice: { title: 'GP practice', example: 'Willow Lane Surgery' },
  referrer: { title: 'Referrer', example: 'GP' },
  referralDate: { title: 'Referral date', example: '2 June 2026' },
  declinedReason: { title: 'Reason for declining', example: 'Already known to another falls service' },
  dischargeDate: { title: 'Discharge date', example: '20 November 2026' },
  dischargeReason: { title: 'Discharge reason', example: 'Programme completed' },
  dischargedTo: { title: 'Discharged to', example: 'Own home' },
  frat: { title: 'Latest FRAT', example: '3 of 5 on 12 June 2026' },
  concerns: { title: 'Concerns of the latest wellbeing assessment', example: 'Fear of falling, Medicines' },
  goals: { title: 'Goals of the latest treatment plan', example: 'To walk to the shop alone' },
  goalsOutcome: { title: 'Whether the goals were achieved', example: 'Partly' },
  exercise: { title: 'Latest exercise plan', example: 'Strength and balance, from 6 July 2026' },
  sessions: { title: 'Sessions attended', example: '18 of 24 sessions attended' },
  equipment: { title: 'Equipment', example: 'Walking frame, Raised toilet seat' },
  onwardReferrals: { title: 'Onward referrals', example: 'Podiatry, 3 July 2026' },
  cancelledAppointments: {
    title: 'Appointments to come that the service cancelled',
    example: 'Visit on Tuesday 1 December 2026 at 10:30',
  },
  medicines: { title: 'Takes a medicine that raises the risk of falling', example: 'Yes' },
  serviceName: { title: 'Name of the service', example: 'Fernhill Falls Service' },
  serviceTelephone: { title: 'Telephone of the service', example: '01632 960 100' },
  today: { title: 'Day of the letter', example: '23 November 2026' },
} as const satisfies Record<string, { title: string; example: string }>

export type MergeFieldName = keyof typeof mergeFields
export const mergeFieldNames = Object.keys(mergeFields) as MergeFieldName[]

const inBraces = /\{\{([^{}]*)\}\}/g
const isField = (name: string): name is MergeFieldName => Object.hasOwn(mergeFields, name)

/** What stands in braces and is no field: a letter would be sent with it. */
export const unknownFields = (text: string): string[] => [
  ...new Set(
    [...text.matchAll(inBraces)].map(([, name = '']) => name.trim()).filter((name) => !isField(name)),
  ),
]

/** Braces that open or close nothing. */
export const hasLooseBraces = (text: string): boolean => /\{\{|\}\}/.test(text.replaceAll(inBraces, ''))

/**
 * The text with its fields filled in.
 * @param missing what stands where there is no value
 */
export const fillIn = (
  text: string,
  values: Readonly<Partial<Record<MergeFieldName, string | null>>>,
  missing: (title: string) => string,
): string =>
  text.replaceAll(inBraces, (whole, between: string) => {
    const name = between.trim()
    if (!isField(name)) return whole
    const value = values[name]
    return value === null || value === undefined || value === '' ? missing(mergeFields[name].title) : value
  })

/** An invented person, for looking at a template. */
export const exampleValues: Readonly<Record<MergeFieldName, string>> = Object.fromEntries(
  mergeFieldNames.map((name) => [name, mergeFields[name].example]),
) as Record<MergeFieldName, string>
