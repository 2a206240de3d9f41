import type { DB } from '../../platform/db/types.ts'

/** What a merge does with the rows of a table that refer to a patient. */
interface Child {
  table: keyof DB & string
  column: string
  /**
   * `follows`: the row moves to the surviving record. `derived`: calculated again from rows that follow. `stays`: the
   * row is about this particular record, such as a merge or a pair.
   */
  rule: 'follows' | 'derived' | 'stays'
}

/** A table whose rows follow: its name in the API and the audit trail, and in words. */
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
    | 'falls_calendar_consent'
    | 'subject_request'
    | 'retention_hold'
    | 'patient_restriction'
    | 'restricted_access'
  entity: string
  one: string
  many: string
}

/** In the order in which they are locked: pathways before the rows that depend on them. */
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
    table: 'falls_calendar_consent',
    entity: 'fallsCalendarConsent',
    one: 'answer about the falls calendar',
    many: 'answers about the falls calendar',
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
 * Every foreign key to a patient, and what a merge does with it. A test compares this list with the database catalogue,
 * so that a new table cannot be forgotten.
 */
export const childrenOfPatient: readonly Child[] = [
  ...following.map(({ table }): Child => ({ table, column: 'patient_id', rule: 'follows' })),
  { table: 'work_list', column: 'patient_id', rule: 'derived' },
  { table: 'compared_patient', column: 'patient_id', rule: 'derived' },
  // The surviving record is asked about the next night.
  { table: 'pds_check', column: 'patient_id', rule: 'stays' },
  { table: 'former_name', column: 'patient_id', rule: 'stays' },
  { table: 'former_number', column: 'patient_id', rule: 'stays' },
  { table: 'possible_duplicate', column: 'patient_id', rule: 'stays' },
  { table: 'possible_duplicate', column: 'other_id', rule: 'stays' },
  // Belongs to an inactive patient, who cannot be merged.
  { table: 'registered_in_error', column: 'patient_id', rule: 'stays' },
  // Gone within the hour; the app is opened again for the surviving record.
  { table: 'fhir_launch', column: 'patient_id', rule: 'stays' },
  { table: 'fhir_code', column: 'patient_id', rule: 'stays' },
  { table: 'fhir_token', column: 'patient_id', rule: 'stays' },
  // A link of the merged record no longer opens; the person is given a new one. Those of the surviving record end, too, if
  // the merged one is of somebody who is not safe at home.
  { table: 'person_link', column: 'patient_id', rule: 'stays' },
  { table: 'person_visit', column: 'patient_id', rule: 'stays' },
  { table: 'patient_merge', column: 'survivor_id', rule: 'stays' },
  { table: 'patient_merge', column: 'merged_id', rule: 'stays' },
]
