import { blank, fromSetting, listed, notRecorded, notVerified, own, verified, type Table } from './table.ts'

const inUse = 'seen in use in a published map of the v1.6 output specification'
const commissioner = fromSetting('OrgID_Commissioner', 'required', 'CSDS_COMMISSIONER')
const place = listed('Activity_LocationType', 'location', 'CSDS code of the location')
const staff = {
  field: 'CareProfessionalID_Local',
  table: 'CYP901StaffDetails',
  its: 'CareProfessionalID_Local',
}

export const contacts: Table = {
  name: 'CYP201CareContact',
  title: 'Care contact',
  holds:
    'Contacts of the month: appointments with an outcome, calls that reached somebody, contact notes of visits, clinics and calls, and sessions of exercise one by one.',
  key: ['CareContactID'],
  parents: [
    { field: 'ServiceRequestID', table: 'CYP101Referral', its: 'ServiceRequestID' },
    { field: 'TeamID_Local', table: 'CYP102ServiceTypeReferredTo', its: 'TeamID_Local' },
  ],
  emptyBecause: null,
  fields: [
    own(
      'CareContactID',
      'mandatory',
      'Number of the appointment with A in front, of the call with F, of the contact note with N, or of the attendance with E',
    ),
    own('ServiceRequestID', 'mandatory', 'Number of the referral here, with R in front'),
    own('TeamID_Local', 'required', 'As in CYP102'),
    own('Contact_Date', 'mandatory', 'Day of the contact'),
    own('Contact_Time', 'required', 'Start of the appointment or of the session'),
    commissioner,
    blank('AdminCategory', notVerified),
    own('CareContact_Duration', 'required', 'Minutes of a contact that took place, where they are recorded'),
    verified(
      'Consultation_Type',
      'required',
      inUse,
      '01 until the person was first seen on this referral, then 02',
    ),
    verified(
      'CareContact_Subject',
      'required',
      inUse,
      '02 for a call in which somebody else was spoken to, else 01',
    ),
    verified(
      'ConsMechanism',
      'required',
      'NHS Data Dictionary, CONSULTATION MECHANISM',
      '02 for calls, 01 for everything else',
    ),
    place,
    blank('Treatment_OrgSiteID', 'locations have no site code here'),
    verified(
      'GroupTherapyIndicator',
      'required',
      inUse,
      'Y for a session of a class, N for one person; blank for exercise outside a class',
    ),
    verified(
      'AttendanceStatus',
      'required',
      'NHS Data Dictionary, ATTENDED OR DID NOT ATTEND',
      'Outcome of the appointment or session; 5 for calls and notes',
    ),
    ...['ReasonableOffer_Date', 'ClinicallyAppropriate_Date', 'Contact_CancellationDate'].map((name) =>
      blank(name, notRecorded),
    ),
    blank('Contact_CancellationReason', notVerified),
    blank('ReplacementAppointment_OfferedDate', notRecorded),
    blank('ReplacementAppointment_BookedDate', notRecorded),
  ],
}

export const activities: Table = {
  name: 'CYP202CareActivity',
  title: 'Care activity',
  holds: 'One row for each contact in CYP201 that took place.',
  key: ['CareActivityID'],
  parents: [{ field: 'CareContactID', table: 'CYP201CareContact', its: 'CareContactID' }, staff],
  emptyBecause: null,
  fields: [
    own('CareActivityID', 'mandatory', 'CareContactID with -1 behind'),
    own('CareContactID', 'mandatory', 'As in CYP201'),
    verified(
      'Activity_Type',
      'required',
      inUse,
      '04 for calls; 02 where a FRAT, a wellbeing assessment, a falls assessment or a measure is of that day; else 03',
    ),
    own('CareProfessionalID_Local', 'required', 'Number of the clinician, with C in front'),
    own('CareActivity_Duration', 'required', 'As in CYP201'),
    ...['Procedure_Scheme', 'CodedProcedure', 'Finding_Scheme', 'CodedFinding'].map((name) =>
      blank(name, 'procedures and findings have no verified code here'),
    ),
    ...['Observation_Scheme', 'CodedObservation', 'ObservationValue', 'UC_UnitOfMeasurement'].map((name) =>
      blank(name, 'scores are in CYP609 and CYP612'),
    ),
  ],
}

export const groups: Table = {
  name: 'CYP301GroupSession',
  title: 'Group session',
  holds: 'Sessions of classes in the month at which somebody attended, without names.',
  key: ['GroupSessionID'],
  parents: [staff],
  emptyBecause: null,
  fields: [
    own('GroupSessionID', 'mandatory', 'Number of the session, with G in front'),
    own('GroupSession_Date', 'mandatory', 'Day of the session'),
    commissioner,
    own('GroupSession_Duration', 'required', 'Minutes of the session'),
    blank('GroupSession_Type', notVerified),
    own('NumberOfParticipants', 'required', 'How many attended'),
    place,
    blank('Treatment_OrgSiteID', 'locations have no site code here'),
    own('CareProfessionalID_Local', 'required', 'Number of the clinician, with C in front'),
    blank('ServiceLineAgreement', notRecorded),
  ],
}

export const contactScores: Table = {
  name: 'CYP612CodedAssessmentContact',
  title: 'Coded assessment of a contact',
  holds: 'Scores of the month with a verified code that were measured on the day of an attended contact.',
  key: ['CareActivityID', 'SNOMED_ID'],
  parents: [{ field: 'CareActivityID', table: 'CYP202CareActivity', its: 'CareActivityID' }],
  emptyBecause: null,
  fields: [
    own('CareActivityID', 'mandatory', 'Of the contact on that day, as in CYP202'),
    verified(
      'SNOMED_ID',
      'mandatory',
      'NHS England primary care domain reference sets',
      'Code of the measure',
    ),
    own('Score', 'required', 'The measured value'),
  ],
}

export const staffDetails: Table = {
  name: 'CYP901StaffDetails',
  title: 'Staff',
  holds: 'Clinicians who are named in CYP202 or CYP301.',
  key: ['CareProfessionalID_Local'],
  parents: [],
  emptyBecause: null,
  fields: [
    own('CareProfessionalID_Local', 'mandatory', 'Number of the clinician, with C in front'),
    blank('RegistrationBody', notVerified),
    own(
      'RegistrationEntryID',
      'required',
      'Registration of the user who is this clinician, without the name of the body',
    ),
    blank('StaffGroup', notVerified),
    blank('OccupationCode', notVerified),
    blank('JobRoleCode', notVerified),
  ],
}
