import { sql as raw } from 'kysely'
import { aClinician, aPatient, coded, filled } from '../mapping/elements.ts'
import { always, day, patient, source, token, ukCore } from '../mapping/source.ts'

interface Concern {
  name: string
  assessmentDate: string
  clinicianId: number
  clinician: string
  /** Found in the last assessment of an open referral. */
  isLatest: boolean
}

const clinical = 'http://terminology.hl7.org/CodeSystem/condition-clinical'
const verified = 'http://terminology.hl7.org/CodeSystem/condition-ver-status'

/** A concern found in a wellbeing assessment. It is what the person is worried about, never a diagnosis. */
export const concernSource = source<Concern, 'Condition'>({
  type: 'Condition',
  name: 'concern',
  isComposed: true,
  hasSub: true,
  entity: null,
  ofPathway: true,
  isDeletable: true,
  profile: ukCore('Condition'),
  outside: {},
  select: raw`
    select record.id, concern.id as sub, record.version, record.is_active as "isActive",
      pathway.patient_id as "patientId", pathway.id as "pathwayId", greatest(record.updated_at, pathway.updated_at,
        (select max(other.updated_at) from wellbeing as other where other.pathway_id = record.pathway_id)) as "recordedAt",
      recorder.display_name as "recordedBy", concern.name, record.assessment_date as "assessmentDate",
      record.clinician_id as "clinicianId", clinician.display_name as clinician,
      pathway.discharge_date is null and pathway.cancel_referral_date is null and not exists (
        select from wellbeing as later where later.pathway_id = record.pathway_id and later.is_active
          and (later.assessment_date, later.id) > (record.assessment_date, record.id)) as "isLatest"
    from wellbeing_concern as found
    join wellbeing as record on record.id = found.wellbeing_id
    join concern on concern.id = found.concern_id
    join pathway on pathway.id = record.pathway_id and pathway.is_active
    join clinician on clinician.id = record.clinician_id
    left join app_user as recorder on recorder.id = record.updated_by`,
  search: {
    ...patient('subject'),
    'clinical-status': token(raw`case when r."isLatest" then 'active' else 'inactive' end`, clinical),
    'verification-status': always('unconfirmed', verified),
    category: token(raw`null::text`),
    'recorded-date': day('assessmentDate'),
    code: token(raw`null::text`),
  },
  toFhir: (row) =>
    filled({
      resourceType: 'Condition',
      clinicalStatus: row.isLatest
        ? coded(clinical, 'active', 'Active')
        : coded(clinical, 'inactive', 'Inactive'),
      verificationStatus: coded(verified, 'unconfirmed', 'Unconfirmed'),
      // Not the category of a problem list: other systems would merge it into theirs.
      category: [{ text: 'Concern found in a wellbeing assessment' }],
      code: { text: row.name },
      subject: aPatient(row.patientId),
      recordedDate: row.assessmentDate,
      asserter: aClinician(row.clinicianId, row.clinician),
    }),
  fields: {
    name: 'code.text',
    assessmentDate: 'recordedDate',
    clinicianId: 'asserter.reference',
    clinician: 'asserter.display',
    isLatest: 'clinicalStatus',
  },
})
