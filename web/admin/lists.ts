import type { KeptLookup } from '../../contract/lookups.ts'

export interface AdministeredList {
  /** As in 'Add Referral Method' and 'Edit Referral Method'. */
  title: string
  /** What the list is for and where it is used, in a sentence. */
  purpose: string
}

/** Each list's screens, one line each. */
export const administeredLists: Record<KeptLookup, AdministeredList> = {
  location: {
    title: 'Location',
    purpose:
      'Where a patient is seen: chosen on FRAT and wellbeing assessments, treatment plans and attendances.',
  },
  declinedReferral: {
    title: 'Declined Referral Reason',
    purpose: 'Why a referral did not go ahead: chosen when a referral is cancelled.',
  },
  dischargedTo: {
    title: 'Discharged To',
    purpose: 'Where a patient goes on leaving: chosen on discharge, and on a FRAT that ends in one.',
  },
  dischargeReason: {
    title: 'Discharge Reason',
    purpose: 'Why a patient leaves the service: chosen on discharge and counted in reports.',
  },
  documentType: {
    title: 'Document Type',
    purpose: 'What a file is: chosen when a document is uploaded to a pathway.',
  },
  concern: {
    title: 'Wellbeing Concern',
    purpose: 'What worries the patient or the clinician: ticked on a wellbeing assessment.',
  },
  equipment: {
    title: 'Equipment',
    purpose: 'Aids that a patient may need: chosen on an equipment assessment. “Other” asks for words.',
  },
  exerciseType: {
    title: 'Exercise Type',
    purpose: 'What was done in a session: chosen when attendance at exercise is recorded.',
  },
  goalsAchieved: {
    title: 'Goals Achieved',
    purpose: 'Whether the patient’s goals were met: chosen on a treatment plan. “No” asks for the reason.',
  },
  method: {
    title: 'Referral Method',
    purpose: 'How a referral reached the service, or left it: chosen on referrals and onward referrals.',
  },
  referrer: {
    title: 'Referrer',
    purpose:
      'Who sent the patient: chosen on every referral, shown on the work lists and counted in reports.',
  },
  referTo: {
    title: 'Refer To',
    purpose: 'Services that a patient can be sent on to: chosen on an onward referral.',
  },
  vasScale: {
    title: 'VAS Scale',
    purpose: 'Steps of the visual analogue scale of health: chosen on a pathway, and sorted by number.',
  },
  gender: {
    title: 'Gender',
    purpose: 'Administrative gender with its national code: chosen for every patient and used in searches.',
  },
  ethnicity: {
    title: 'Ethnicity',
    purpose: 'Ethnic categories with their national codes: chosen on a patient’s demographics.',
  },
  namePrefix: {
    title: 'Name Prefix',
    purpose: 'Titles such as Mrs or Dr: chosen for patients and their next of kin.',
  },
  clinician: {
    title: 'Clinician',
    purpose:
      'Who treats: chosen on assessments, plans, follow-ups and discharge. A sign-in is made under Users.',
  },
  teamMember: {
    title: 'Team Member',
    purpose:
      'Who assesses and triages: chosen on a FRAT and when a referral is cancelled. A sign-in is made under Users.',
  },
  role: {
    title: 'Role',
    purpose: 'What people may do: each role carries a profile, and a user may hold several roles.',
  },
}
