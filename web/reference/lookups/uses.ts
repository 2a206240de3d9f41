import type { LookupRecord } from '../../../contract/reference/lookupCalls.ts'
import { formatCount } from '../../../contract/platform/words/format.ts'

/** The words for one record of a kind, and for several. */
const words: Record<string, readonly [string, string]> = {
  patient: ['patient', 'patients'],
  nextOfKin: ['next of kin', 'next of kin'],
  pathway: ['referral', 'referrals'],
  frat: ['FRAT', 'FRATs'],
  wellbeing: ['wellbeing assessment', 'wellbeing assessments'],
  wellbeingConcern: ['wellbeing assessment', 'wellbeing assessments'],
  noPlanDecision: ['no-plan decision', 'no-plan decisions'],
  treatmentPlan: ['treatment plan', 'treatment plans'],
  exercise: ['exercise plan', 'exercise plans'],
  exerciseAttendance: ['attendance', 'attendances'],
  followup: ['follow-up call', 'follow-up calls'],
  equipmentAssessment: ['equipment assessment', 'equipment assessments'],
  onwardReferral: ['onward referral', 'onward referrals'],
  measure: ['measure', 'measures'],
  medicinesReview: ['medicines review', 'medicines reviews'],
  fallsChecklist: ['NG249 check-list', 'NG249 check-lists'],
  document: ['document', 'documents'],
  pathwayOwner: ['referral, as owner', 'referrals, as owner'],
  task: ['task', 'tasks'],
  exerciseClass: ['class', 'classes'],
  classSession: ['session of a class', 'sessions of classes'],
  appointment: ['appointment', 'appointments'],
  classPlace: ['place in a class', 'places in classes'],
  letter: ['letter', 'letters'],
  letterTemplate: ['letter template', 'letter templates'],
  letterAddress: ['mail address for letters', 'mail addresses for letters'],
  fhirClient: ['FHIR client', 'FHIR clients'],
  userRole: ['user', 'users'],
  appUser: ['user', 'users'],
  organisationParent: ['link between organisations', 'links between organisations'],
}

const inWords = (kind: string): readonly [string, string] => {
  const spelled = kind.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words[kind] ?? [`${spelled} record`, `${spelled} records`]
}

/** '12 FRATs, 1 treatment plan'; empty if no record refers to the row. */
export const usesInWords = (uses: LookupRecord['uses']): string =>
  uses.map(({ kind, count }) => `${formatCount(count)} ${inWords(kind)[count === 1 ? 0 : 1]}`).join(', ')
