import type { DB } from '../../platform/db/types.ts'

/** What a merge does with the rows of a table that name a patient. */
interface Child {
  table: keyof DB & string
  column: string
  /**
   * `follows`: the row becomes one of the record that stays. `derived`: worked out again from rows that follow.
   * `stays`: it is about this very record, such as a merge or a pair.
   */
  rule: 'follows' | 'derived' | 'stays'
}

/** Of a table whose rows follow: its name on the wire and in the audit trail, and in words. */
export interface Following {
  table:
    | 'next_of_kin'
    | 'pathway'
    | 'bmi'
    | 'fall'
    | 'patient_flag'
    | 'capacity_assessment'
    | 'patient_contact'
    | 'reminder_consent'
    | 'subject_request'
    | 'retention_hold'
    | 'patient_restriction'
    | 'restricted_access'
  entity: string
  one: string
  many: string
}

/** In the order in which they are locked: pathways before what hangs on them. */
export const following: readonly Following[] = [
  { table: 'pathway', entity: 'pathway', one: 'referral', many: 'referrals' },
  { table: 'bmi', entity: 'bmi', one: 'BMI', many: 'BMIs' },
  { table: 'fall', entity: 'fall', one: 'fall', many: 'falls' },
  { table: 'patient_flag', entity: 'flag', one: 'flag', many: 'flags' },
  {
    table: 'capacity_assessment',
    entity: 'capacity',
    one: 'assessment of capacity',
    many: 'assessments of capacity',
  },
  { table: 'patient_contact', entity: 'contact', one: 'contact', many: 'contacts' },
  {
    table: 'reminder_consent',
    entity: 'reminderConsent',
    one: 'answer about reminders',
    many: 'answers about reminders',
  },
  {
    table: 'subject_request',
    entity: 'subjectRequest',
    one: 'subject access request',
    many: 'subject access requests',
  },
  {
    table: 'retention_hold',
    entity: 'retentionHold',
    one: 'hold of the record',
    many: 'holds of the record',
  },
  {
    table: 'patient_restriction',
    entity: 'restriction',
    one: 'restriction of the record',
    many: 'restrictions of the record',
  },
  {
    table: 'restricted_access',
    entity: 'restrictedAccess',
    one: 'opening of the restricted record',
    many: 'openings of the restricted record',
  },
  { table: 'next_of_kin', entity: 'nextOfKin', one: 'next of kin', many: 'next of kin' },
]

/**
 * Every foreign key to a patient, with what a merge does about it. A test compares this with the catalogue, so that a new
 * table cannot be forgotten.
 */
export const childrenOfPatient: readonly Child[] = [
  ...following.map(({ table }): Child => ({ table, column: 'patient_id', rule: 'follows' })),
  { table: 'work_list', column: 'patient_id', rule: 'derived' },
  { table: 'compared_patient', column: 'patient_id', rule: 'derived' },
  { table: 'former_name', column: 'patient_id', rule: 'stays' },
  { table: 'possible_duplicate', column: 'patient_id', rule: 'stays' },
  { table: 'possible_duplicate', column: 'other_id', rule: 'stays' },
  // Of a patient out of use, who cannot be merged.
  { table: 'registered_in_error', column: 'patient_id', rule: 'stays' },
  { table: 'patient_merge', column: 'survivor_id', rule: 'stays' },
  { table: 'patient_merge', column: 'merged_id', rule: 'stays' },
]
