import { checklistParts, findingOf } from '../../../contract/pathways/records/fallsChecklist.ts'
import { fallsChecklistColumns } from '../../pathways/records/fallsChecklist.ts'

/* How each table is described to the patient, and what must be checked before it is released (decision 77). */

export interface Section {
  title: string
  /** Why each entry is released or withheld separately. Without it, the section is released or withheld as a whole. */
  each?: string
  /** Free-text columns, each released or withheld separately. */
  words?: readonly string[]
  /** Other text columns: names, codes and places of the patient's own. */
  plain?: readonly string[]
}

export const freeText = 'Written freely: look for other people in it, and for what could do serious harm.'

const anotherPerson = 'Names another person, who may not have agreed.'

/** A table that is not listed here is released or withheld entry by entry, so that nothing leaves unseen. */
const known: Readonly<Record<string, Section>> = {
  patient: {
    title: 'Personal details',
    plain: [
      ...[
        'family_name',
        'first_name',
        'nhs_number',
        'address_line1',
        'address_line2',
        'address_line3',
        'town',
      ],
      ...[
        'county',
        'postcode',
        'phone_home',
        'phone_home_note',
        'phone_work',
        'phone_work_note',
        'phone_mobile',
        'phone_mobile_note',
        'email',
        'registered_gp',
      ],
      ...['registered_gp_branch', 'time_consent_refused'],
      ...['nhs_number_status', 'pds_version', 'pds_outcome'],
    ],
  },
  former_number: { title: 'Former NHS numbers', plain: ['nhs_number'] },
  former_name: { title: 'Former names', plain: ['family_name', 'first_name'] },
  registered_in_error: { title: 'Registered in error', each: freeText },
  next_of_kin: { title: 'Next of kin', each: anotherPerson },
  patient_contact: { title: 'Contacts', each: anotherPerson },
  capacity_assessment: { title: 'Assessments of capacity', each: `${anotherPerson} ${freeText}` },
  patient_flag: {
    title: 'Flags',
    each: 'May be about safeguarding, a danger to staff, or somebody else: releasing it could do serious harm.',
  },
  pathway: {
    title: 'Referrals',
    words: ['comments', 'general_notes', 'vulnerability_note'],
    plain: ['ubrn', 'vulnerability'],
  },
  pathway_owner: { title: 'Who was responsible' },
  stage_transition: { title: 'Stages of the referral', plain: ['from_stage', 'to_stage'] },
  bmi: { title: 'BMI' },
  contact_note: {
    title: 'Contact notes',
    words: ['who_was_there', 'note'],
    plain: ['contact_type'],
  },
  fall: { title: 'Falls', words: ['place', 'activity'], plain: ['injury'] },
  frat: { title: 'FRAT' },
  wellbeing: { title: 'Wellbeing assessments' },
  wellbeing_concern: { title: 'Concerns of wellbeing assessments' },
  treatment_plan: { title: 'Treatment plans', words: ['patient_goals', 'goals_not_achieved_reason'] },
  exercise: {
    title: 'Exercise plans',
    words: ['exercise_plan', 'elsewhere_to'],
    plain: ['ended_how', 'stopped_reason'],
  },
  exercise_attendance: { title: 'Exercise attendances', plain: ['attendance_status'] },
  followup: {
    title: 'Telephone follow-ups',
    words: ['equipment_in_use', 'note', 'red_flag_text'],
    plain: ['outcome', 'next_try_time'],
  },
  followup_fall: { title: 'Falls told of in follow-ups' },
  equipment_assessment: { title: 'Equipment assessments', words: ['other'], plain: ['ended'] },
  onward_referral: { title: 'Onward referrals', words: ['outcome_note'], plain: ['answer', 'outcome'] },
  no_plan_decision: { title: 'Decisions that no plan is needed', plain: ['reason'] },
  class_place: {
    title: 'Places in classes',
    words: ['left_note'],
    plain: ['state', 'left_reason', 'transport'],
  },
  home_exercise: { title: 'Exercise at home' },
  session_exception: { title: 'What was left out of a class', plain: ['left_out'] },
  slot_offer: { title: 'Slots that were offered' },
  incoming_referral: {
    title: 'Referrals as they came in',
    each: `${anotherPerson} ${freeText}`,
  },
  listed_person: {
    title: 'Case-finding lists that named the patient',
    each: `${anotherPerson} ${freeText}`,
  },
  incoming_letter: {
    title: 'Letters about a referral that was declined at first',
    words: ['title', 'body', 'frame'],
    plain: ['signed_by'],
  },
  case_finding_opt_out: {
    title: 'Not to be contacted because of a case-finding list',
    plain: ['nhs_number'],
  },
  fhir_notice: { title: 'Notices to other software that the referral changed', plain: ['topic', 'state'] },
  service_message: {
    title: 'Messages of other services about a referral',
    each: `${anotherPerson} ${freeText}`,
  },
  sender_answer: {
    title: 'What those services were told',
    words: ['says', 'body'],
    plain: ['kind', 'state', 'problem'],
  },
  letter: {
    title: 'Letters',
    words: ['title', 'body', 'frame', 'concerns'],
    plain: ['recipient', 'identity', 'signed_name', 'signed_as'],
  },
  letter_draft: { title: 'Letters that were not signed', words: ['title', 'body'] },
  letter_dispatch: {
    title: 'How letters left',
    plain: ['way', 'state', 'address', 'failure', 'reference', 'mesh_form'],
  },
  letter_dispatch_step: { title: 'Where each letter was, step by step', plain: ['state', 'words'] },
  mesh_message: {
    title: 'What the systems of practices answered to letters',
    plain: ['message_id', 'kind', 'words'],
  },
  letter_not_needed: { title: 'Letters that were no longer needed', words: ['reason'] },
  measure: { title: 'Measures', plain: ['measure', 'aid'] },
  medicines_review: {
    title: 'Medicines reviews',
    words: ['note'],
    plain: ['fall_risk_medicines', 'reviewed_by'],
  },
  falls_checklist: {
    title: 'Check-lists of falls assessments',
    words: checklistParts.map(({ field }) => fallsChecklistColumns[findingOf(field)]),
    plain: checklistParts.map(({ field }) => fallsChecklistColumns[field]),
  },
  appointment: {
    title: 'Appointments',
    words: ['note'],
    plain: ['appointment_type', 'start_time', 'outcome'],
  },
  appointment_reminder: { title: 'Reminders of appointments', plain: ['start_time', 'channel', 'state'] },
  visit_pack_visit: { title: 'Visits that a device took along' },
  visit_entry: {
    title: 'Notes of visits that are being handed in',
    plain: ['form', 'state', 'why', 'message'],
  },
  sent_message: {
    title: 'Texts and e-mails that were sent',
    plain: ['purpose', 'channel', 'number_end', 'state', 'why', 'job_key'],
  },
  reminder_consent: { title: 'Answers about reminders', words: ['note'] },
  person_link: {
    title: 'Links to the patient’s own page',
    each: 'May name somebody who acts for the patient.',
  },
  person_visit: { title: 'Visits of the patient’s own page' },
  person_answer: {
    title: 'What was answered on the patient’s own page',
    words: ['told'],
    plain: ['kind', 'settled_how'],
  },
  falls_calendar_consent: { title: 'Answers about the falls calendar', words: ['note'] },
  falls_calendar_question: {
    title: 'Months of the falls calendar',
    words: ['correction_reason'],
    plain: ['counted_from'],
  },
  falls_calendar_try: {
    title: 'How the falls calendar was asked',
    plain: ['channel', 'telephone', 'state'],
  },
  falls_calendar_reply: {
    title: 'Replies to the falls calendar',
    words: ['words'],
    plain: ['channel', 'outcome', 'source_id'],
  },
  task: { title: 'Tasks', each: `Notes of staff among themselves. ${freeText}` },
  document: { title: 'Documents', each: 'Open and read it: letters often name other people.' },
}

export const sectionOf = (table: string): Section =>
  known[table] ?? {
    title: inWords(table),
    each: `It is not decided yet what these entries may contain. ${freeText}`,
  }

/** Tables that are left out because they say nothing of their own, and why. */
export const leftOut: Readonly<Record<string, string>> = {
  pds_check: 'Which parts of the record may be out of date, and nothing of them',
  compared_patient: 'That the record was compared with others, and nothing of it',
  possible_duplicate: 'Somebody else, who may be taken for this patient',
  patient_merge: 'A copy of what two records said, to undo a merge by',
  document_content: 'The documents themselves, which are files of the archive',
  external_grant: 'What people outside the service opened stands among who saw the record',
  fhir_launch: 'Which app was opened stands among who saw the record',
  fhir_code: 'What an app may fetch for a minute; what it read stands among who saw the record',
  fhir_token: 'What an app may read for an hour; what it read stands among who saw the record',
  patient_restriction:
    'Why a record is restricted may be about somebody else, such as a colleague or who threatens the patient',
  restricted_access: 'Who opened the record stands among who saw it',
  retention_hold: 'Why a record is kept longer may be a matter between the service and its lawyers',
  subject_copy: 'Archives that were handed out are in the hands of their recipients',
  subject_request: 'What the patient asked is what this answers',
  subject_decision: 'Why something was withheld would tell what was withheld',
  work_list: 'A copy of what the patient and the referral say, for lists',
}

/** Columns that the application derives from others, to find and join rows. */
const made: ReadonlySet<string> = new Set([
  ...['id', 'version', 'is_active', 'search_terms', 'family_name_key', 'first_name_key', 'stored_in'],
  ...['stored_name', 'request_id', 'command', 'cause', 'adds_to_id'],
  ...['code_hash', 'code_sealed', 'device_hash', 'token_hash'],
])
export const isMade = (column: string): boolean => made.has(column)

const letters: Readonly<Record<string, string>> = {
  frat: 'FRAT',
  nhs: 'NHS',
  gp: 'GP',
  bmi: 'BMI',
  vas: 'VAS',
  sha256: 'SHA-256',
}

/** A name of the schema in words: `discharged_to_id` is "Discharged to". */
export const inWords = (name: string): string => {
  const words = name
    .replace(/_id$/, '')
    .split('_')
    .map((word) => letters[word] ?? word)
    .join(' ')
    .replace(/([a-z])([0-9])$/, '$1 $2')
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}
