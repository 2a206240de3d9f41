import { blank, fromSetting, listed, notRecorded, notVerified, own, verified, type Table } from './table.ts'

const person = { table: 'CYP001MPI', field: 'LocalPatientID', its: 'LocalPatientID' }
const referral = { table: 'CYP101Referral', field: 'ServiceRequestID', its: 'ServiceRequestID' }
const ofReferral = own('ServiceRequestID', 'mandatory', 'Number of the referral here, with R in front')

export const referrals: Table = {
  name: 'CYP101Referral',
  title: 'Referral',
  holds:
    'Referrals that were open on a day of the month, were closed in it, or have a contact or an onward referral in it.',
  key: ['ServiceRequestID'],
  parents: [person],
  emptyBecause: null,
  fields: [
    ofReferral,
    own('LocalPatientID', 'mandatory', 'Number of the patient here, with P in front'),
    fromSetting('OrgID_Commissioner', 'required', 'CSDS_COMMISSIONER'),
    own('ReferralRequest_ReceivedDate', 'mandatory', 'Day on which it was received; else the referral date', {
      missing: {
        title: 'No referral date',
        mend: 'Enter the referral date or the day on which it was received.',
      },
    }),
    blank('ReferralRequest_ReceivedTime', notRecorded),
    blank('ServiceLineAgreement', notRecorded),
    listed('SourceOfReferral', 'referrer', 'CSDS code of the referrer', {
      missing: {
        title: 'No code for the source of referral',
        mend: 'Choose the referrer on the referral. A System Administrator notes the CSDS code of each referrer.',
      },
    }),
    blank('OrgID_Referring', notRecorded),
    blank('Referring_StaffGroup', notVerified),
    blank('Priority_Type', notVerified),
    blank('PrimaryReferralReason', notVerified),
    own('Discharge_Date', 'required', 'Discharge date, up to the end of the month'),
    own(
      'Discharge_LetterIssuedDate',
      'required',
      'Day on which a discharge letter first left, and did not fail to arrive',
      {
        when: 'Discharge_Date',
      },
    ),
  ],
}

export const serviceTypes: Table = {
  name: 'CYP102ServiceTypeReferredTo',
  title: 'Service type referred to',
  holds: 'One row for each referral in CYP101.',
  key: ['ServiceRequestID'],
  parents: [referral],
  emptyBecause: null,
  fields: [
    ofReferral,
    own(
      'TeamID_Local',
      'required',
      'Number of the team of the owner, with TM in front; else of the first team',
    ),
    fromSetting('TeamType', 'required', 'CSDS_TEAM_TYPE', {
      missing: { title: 'No team type', mend: 'Set CSDS_TEAM_TYPE.' },
    }),
    own('Referral_ClosureDate', 'required', 'Discharge date, up to the end of the month'),
    own(
      'Referral_RejectionDate',
      'required',
      'Day on which the referral was cancelled, up to the end of the month',
    ),
    listed('Referral_ClosureReason', 'dischargeReason', 'CSDS code of the discharge reason', {
      when: 'Referral_ClosureDate',
      missing: {
        title: 'No code for the reason of closure',
        mend: 'Choose the reason on the discharge. A System Administrator notes the CSDS code of each reason.',
      },
    }),
    listed('Referral_RejectionReason', 'declinedReferral', 'CSDS code of the reason for declining', {
      when: 'Referral_RejectionDate',
      missing: {
        title: 'No code for the reason of rejection',
        mend: 'Choose the reason on the cancelled referral. A System Administrator notes the CSDS code of each reason.',
      },
    }),
  ],
}

export const otherReasons: Table = {
  name: 'CYP103OtherReasonReferral',
  title: 'Other reason for referral',
  holds: 'Further reasons for a referral.',
  key: ['ServiceRequestID', 'ReferralReason_Other'],
  parents: [referral],
  emptyBecause: 'Reasons are recorded in words, and their national codes were not verified.',
  fields: [ofReferral, blank('ReferralReason_Other', notVerified)],
}

export const waits: Table = {
  name: 'CYP104RTT',
  title: 'Referral to treatment',
  holds: 'Waiting times that are measured nationally.',
  key: ['ServiceRequestID', 'RTT_StartDate'],
  parents: [referral],
  emptyBecause:
    'Its codes of measurement and status were not verified, and no pathway identifier is issued here. Waits can be worked out from CYP101 and CYP201.',
  fields: [
    ofReferral,
    ...['BookingReference', 'PatientPathwayID', 'PatientPathwayID_OrgID'].map((name) =>
      blank(name, notRecorded),
    ),
    blank('WaitingTime_MeasurementType', notVerified),
    ...['RTT_StartDate', 'RTT_StartTime', 'RTT_EndDate', 'RTT_EndTime'].map((name) =>
      blank(name, 'sent only with a measurement type'),
    ),
    blank('RTT_Status', notVerified),
  ],
}

export const onward: Table = {
  name: 'CYP105OnwardReferral',
  title: 'Onward referral',
  holds: 'Onward referrals of the month.',
  key: ['ServiceRequestID', 'Onward_ReferralDate'],
  parents: [referral],
  emptyBecause: null,
  fields: [
    ofReferral,
    own('Onward_ReferralDate', 'required', 'Day of the onward referral'),
    blank('Onward_ReferralReason', notVerified),
    blank('OrgID_Receiving', 'services to refer to have no organisation code here'),
  ],
}

export const diagnoses: Table = {
  name: 'CYP608SecDiag',
  title: 'Secondary diagnosis',
  holds: 'Diagnoses as codes.',
  key: ['ServiceRequestID', 'SecondaryDiagnosis'],
  parents: [referral],
  emptyBecause: 'Diagnoses are not recorded as codes.',
  fields: [
    ofReferral,
    blank('Diagnosis_Scheme', notRecorded),
    blank('SecondaryDiagnosis', notRecorded),
    blank('SecondaryDiagnosis_Date', notRecorded),
  ],
}

export const scores: Table = {
  name: 'CYP609CodedAssessmentReferral',
  title: 'Coded assessment of a referral',
  holds: 'Scores of the month with a verified code that were not measured on the day of an attended contact.',
  key: ['ServiceRequestID', 'SNOMED_ID', 'AssessmentCompletion_Date'],
  parents: [referral],
  emptyBecause: null,
  fields: [
    ofReferral,
    verified(
      'SNOMED_ID',
      'mandatory',
      'NHS England primary care domain reference sets',
      'Code of the measure',
    ),
    own('Score', 'required', 'The measured value'),
    own('AssessmentCompletion_Date', 'required', 'Day of the measurement'),
  ],
}
