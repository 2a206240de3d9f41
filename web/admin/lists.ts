import type { KeptLookup } from '../../contract/lookups.ts'

/** The column sets that lists show (specification section 2, Grids). */
export type ListKind = 'simple' | 'gender' | 'ethnicity' | 'namePrefix' | 'teamMember' | 'role'

export interface AdministeredList {
  /** As in 'Add Referral Method' and 'Edit Referral Method'. */
  title: string
  plural: string
  kind: ListKind
  /** What the list is for and where it is used, in a sentence. */
  purpose: string
}

const simple = 'simple'

/** Each list's screens, one line each. */
export const administeredLists: Record<KeptLookup, AdministeredList> = {
  location: {
    title: 'Location',
    plural: 'Locations',
    kind: simple,
    purpose:
      'Where a patient is seen: chosen on FRAT and wellbeing assessments, treatment plans and attendances.',
  },
  declinedReferral: {
    title: 'Declined Referral Reason',
    plural: 'Declined Referral Reasons',
    kind: simple,
    purpose: 'Why a referral did not go ahead: chosen when a referral is cancelled.',
  },
  dischargedTo: {
    title: 'Discharged To',
    plural: 'Discharged To',
    kind: simple,
    purpose: 'Where a patient goes on leaving: chosen on discharge, and on a FRAT that ends in one.',
  },
  dischargeReason: {
    title: 'Discharge Reason',
    plural: 'Discharge Reasons',
    kind: simple,
    purpose: 'Why a patient leaves the service: chosen on discharge and counted in reports.',
  },
  documentType: {
    title: 'Document Type',
    plural: 'Document Types',
    kind: simple,
    purpose: 'What a file is: chosen when a document is uploaded to a pathway.',
  },
  concern: {
    title: 'Wellbeing Concern',
    plural: 'Wellbeing Concerns',
    kind: simple,
    purpose: 'What worries the patient or the clinician: ticked on a wellbeing assessment.',
  },
  equipment: {
    title: 'Equipment',
    plural: 'Equipment',
    kind: simple,
    purpose: 'Aids that a patient may need: chosen on an equipment assessment. “Other” asks for words.',
  },
  exerciseType: {
    title: 'Exercise Type',
    plural: 'Exercise Types',
    kind: simple,
    purpose: 'What was done in a session: chosen when attendance at exercise is recorded.',
  },
  goalsAchieved: {
    title: 'Goals Achieved',
    plural: 'Goals Achieved',
    kind: simple,
    purpose: 'Whether the patient’s goals were met: chosen on a treatment plan. “No” asks for the reason.',
  },
  method: {
    title: 'Referral Method',
    plural: 'Referral Methods',
    kind: simple,
    purpose: 'How a referral reached the service, or left it: chosen on referrals and onward referrals.',
  },
  referrer: {
    title: 'Referrer',
    plural: 'Referrers',
    kind: simple,
    purpose:
      'Who sent the patient: chosen on every referral, shown on the work lists and counted in reports.',
  },
  referTo: {
    title: 'Refer To',
    plural: 'Refer To',
    kind: simple,
    purpose: 'Services that a patient can be sent on to: chosen on an onward referral.',
  },
  vasScale: {
    title: 'VAS Scale',
    plural: 'VAS Scale',
    kind: simple,
    purpose: 'Steps of the visual analogue scale of health: chosen on a pathway, and sorted by number.',
  },
  gender: {
    title: 'Gender',
    plural: 'Genders',
    kind: 'gender',
    purpose: 'Administrative gender with its national code: chosen for every patient and used in searches.',
  },
  ethnicity: {
    title: 'Ethnicity',
    plural: 'Ethnicities',
    kind: 'ethnicity',
    purpose: 'Ethnic categories with their national codes: chosen on a patient’s demographics.',
  },
  namePrefix: {
    title: 'Name Prefix',
    plural: 'Name Prefixes',
    kind: 'namePrefix',
    purpose: 'Titles such as Mrs or Dr: chosen for patients and their next of kin.',
  },
  clinician: {
    title: 'Clinician',
    plural: 'Clinicians',
    kind: simple,
    purpose:
      'Who treats: chosen on assessments, plans, follow-ups and discharge. A sign-in is made under Users.',
  },
  teamMember: {
    title: 'Team Member',
    plural: 'Team Members',
    kind: 'teamMember',
    purpose:
      'Who assesses and triages: chosen on a FRAT and when a referral is cancelled. A sign-in is made under Users.',
  },
  role: {
    title: 'Role',
    plural: 'Roles',
    kind: 'role',
    purpose: 'What people may do: each role carries a profile, and a user may hold several roles.',
  },
}
