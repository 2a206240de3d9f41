import { sql as raw } from 'kysely'
import { aPatient, filled, inWords, nameOf, telephone, words } from '../mapping/elements.ts'
import { patient, source, ukCore } from '../mapping/source.ts'

interface Kin {
  familyName: string
  firstName: string | null
  namePrefix: string | null
  relationship: string | null
  phoneNumber: string | null
  phoneNumberNote: string | null
}

const profile = ukCore('RelatedPerson')

export const nextOfKinSource = source<Kin, 'RelatedPerson'>({
  type: 'RelatedPerson',
  name: 'kin',
  entity: 'nextOfKin',
  table: { name: 'next_of_kin', alias: 'record' },
  isDeletable: true,
  profile,
  outside: {},
  select: raw`select record.id, record.version, record.is_active as "isActive", record.patient_id as "patientId",
      record.updated_at as "recordedAt", recorder.display_name as "recordedBy", record.family_name as "familyName",
      record.first_name as "firstName", name_prefix.name as "namePrefix", record.relationship,
      record.phone_number as "phoneNumber", record.phone_number_note as "phoneNumberNote"
    from next_of_kin as record
    join patient on patient.id = record.patient_id and patient.is_active
    left join name_prefix on name_prefix.id = record.name_prefix_id
    left join app_user as recorder on recorder.id = record.updated_by`,
  search: patient('patient'),
  toFhir: (row) =>
    filled({
      resourceType: 'RelatedPerson',
      active: true,
      patient: aPatient(row.patientId),
      relationship: [{ text: words(row.relationship) ?? 'Next of kin' }],
      name: [nameOf({ family: row.familyName, given: row.firstName, prefix: row.namePrefix })],
      telecom: telephone(row.phoneNumber, undefined),
    }),
  fields: {
    familyName: 'name.family',
    firstName: 'name.given',
    namePrefix: 'name.prefix',
    relationship: 'relationship.text',
    phoneNumber: 'telecom.value',
    phoneNumberNote: { left: 'a note for staff who ring' },
  },
})

interface Contact {
  name: string
  role: string
  phoneNumber: string | null
  phoneNumberNote: string | null
  mayLeaveMessage: boolean | null
  isPreferred: boolean
  isEmergency: boolean
  note: string | null
}

export const contactSource = source<Contact, 'RelatedPerson'>({
  type: 'RelatedPerson',
  name: 'contact',
  entity: 'contact',
  table: { name: 'patient_contact', alias: 'record' },
  isDeletable: true,
  profile,
  outside: 'withheld',
  select: raw`select record.id, record.version, record.is_active as "isActive", record.patient_id as "patientId",
      record.updated_at as "recordedAt", recorder.display_name as "recordedBy", record.name, record.role,
      record.phone_number as "phoneNumber", record.phone_number_note as "phoneNumberNote",
      record.may_leave_message as "mayLeaveMessage", record.is_preferred as "isPreferred",
      record.is_emergency as "isEmergency", record.note
    from patient_contact as record
    join patient on patient.id = record.patient_id and patient.is_active
    left join app_user as recorder on recorder.id = record.updated_by`,
  search: patient('patient'),
  toFhir: (row) =>
    filled({
      resourceType: 'RelatedPerson',
      active: true,
      patient: aPatient(row.patientId),
      relationship: [inWords(row.role), row.isEmergency ? inWords('Emergency contact') : undefined].filter(
        (each) => each !== undefined,
      ),
      name: [filled({ text: words(row.name) })],
      telecom: telephone(row.phoneNumber, undefined, row.isPreferred ? 1 : undefined),
    }),
  fields: {
    name: 'name.text',
    role: 'relationship.text',
    phoneNumber: 'telecom.value',
    phoneNumberNote: { left: 'a note for staff who ring' },
    mayLeaveMessage: { left: 'an instruction for staff who ring' },
    isPreferred: 'telecom.rank',
    isEmergency: 'relationship.text',
    note: { left: 'a note for staff who ring' },
  },
})
