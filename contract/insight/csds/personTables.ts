import {
  blank,
  fromSetting,
  notRecorded,
  notVerified,
  own,
  verified,
  type Field,
  type Table,
} from './table.ts'

const person = { table: 'CYP001MPI', field: 'LocalPatientID', its: 'LocalPatientID' }
const ofPerson = own('LocalPatientID', 'mandatory', 'Number of the patient here, with P in front')
const dictionary = 'NHS Data Dictionary'

/** Fields of the person that belong to services for children or for people who are dying. */
const notOurs = (...names: readonly string[]): Field[] =>
  names.map((name) => blank(name, `${notRecorded}: it is about children, births or the place of death`))

export const header: Table = {
  name: 'CYP000Header',
  title: 'Header',
  holds: 'One row about the submission.',
  key: [],
  parents: [],
  emptyBecause: null,
  fields: [
    own('Version', 'mandatory', 'The version of the data set'),
    fromSetting('OrgID_Provider', 'mandatory', 'CSDS_PROVIDER'),
    fromSetting('OrgID_Submitter', 'mandatory', 'CSDS_SUBMITTER'),
    own('RP_StartDate', 'mandatory', 'First day of the month'),
    own('RP_EndDate', 'mandatory', 'Last day of the month'),
    own('FileCreation_DateTime', 'mandatory', 'When the submission was made, London time'),
    own('PrimarySystem', 'mandatory', 'Surefoot'),
  ],
}

export const people: Table = {
  name: 'CYP001MPI',
  title: 'Person',
  holds: 'Each person with a referral in CYP101.',
  key: ['LocalPatientID'],
  parents: [],
  emptyBecause: null,
  fields: [
    ofPerson,
    fromSetting('OrgID_LocalPatientID', 'mandatory', 'CSDS_PROVIDER'),
    ...notOurs('OrgID_EducationEstablishment'),
    own('NHSNumber', 'required', 'NHS number of the patient', {
      missing: { title: 'No NHS number', mend: 'Trace the person or enter the number.' },
    }),
    verified(
      'NHSNumber_Status',
      'required',
      dictionary,
      'As the trace left it; without a trace, 02 with a number and 03 without',
    ),
    own('DateOfBirth', 'required', 'Date of birth', {
      missing: { title: 'No date of birth', mend: 'Enter it on the patient.' },
    }),
    own('Postcode', 'required', 'Postcode of the address; blank while the record is restricted', {
      missing: {
        title: 'No postcode',
        mend: 'Enter the address. People with a restricted record are not listed: theirs is left out on purpose.',
      },
    }),
    verified(
      'Gender',
      'required',
      `${dictionary}, PERSON STATED GENDER CODE`,
      'National code of the gender',
      {
        missing: { title: 'No gender', mend: 'Choose it on the patient.' },
      },
    ),
    verified(
      'EthnicCategory',
      'required',
      `${dictionary}, ETHNIC CATEGORY`,
      'National code of the ethnicity',
      {
        missing: { title: 'No ethnic category', mend: 'Ask the person; “Not stated” is an answer.' },
      },
    ),
    blank('EthnicCategory2021', 'a pilot item, sent only when NHS England asks for it', { need: 'pilot' }),
    blank('LanguagePreferred', `the language is free text in a flag, and ${notVerified}`),
    blank('Relationship_MainCarer', notVerified),
    ...notOurs(
      'HVFAV_Date',
      'ChildLookedAfter_Indicator',
      'Safeguarding_Indicator',
      'Disability_SupervisionAndCare_Indicator',
      'EducationAssessment',
      'DiscussedPreferredDeathLocation_Indicator',
      'RiskOfUnexpectedDeath_Indicator',
      'DeathLocationPreferred_Type',
    ),
    own('DateOfDeath', 'required', 'Date of death, up to the end of the month'),
    ...notOurs(
      'DeathLocationActual_Type',
      'NotAtPreferredLocation_Reason',
      'NHSNumber_Mother',
      'NHSNumberStatus_Mother',
    ),
  ],
}

export const practices: Table = {
  name: 'CYP002GP',
  title: 'GP practice',
  holds: 'The registered practice of each person in CYP001.',
  key: ['LocalPatientID'],
  parents: [person],
  emptyBecause: null,
  fields: [
    ofPerson,
    own('OrgID_GP', 'mandatory', 'Code of the registered practice', {
      missing: {
        title: 'No GP practice',
        mend: 'Choose the practice on the patient. Default codes for people without one were not verified, so none is sent.',
      },
    }),
    blank('GPRegistration_StartDate', notRecorded),
    blank('GPRegistration_EndDate', notRecorded),
  ],
}

export const plans: Table = {
  name: 'CYP004CarePlanType',
  title: 'Care plan',
  holds:
    'Treatment plans and exercise plans of the referrals in CYP101 that began by the end of the month and had not ended before it.',
  key: ['PlanID'],
  parents: [person],
  emptyBecause: null,
  fields: [
    own(
      'PlanID',
      'mandatory',
      'Number of the treatment plan, with TP in front, or of the exercise plan, with EP',
    ),
    ofPerson,
    blank('Plan_Type', notVerified),
    own('Plan_CreatedDate', 'required', 'Day of the plan'),
    blank('Plan_CreatedTime', notRecorded),
    own('Plan_LastUpdateDate', 'required', 'Day of the last change, if that is not after the month'),
    blank('Plan_LastUpdateTime', 'the day is enough'),
    own('Plan_ImplementDate', 'required', 'Day on which the person was first seen under the plan'),
  ],
}

export const agreements: Table = {
  name: 'CYP005CarePlanAgreement',
  title: 'Care plan agreement',
  holds: 'Who agreed a plan.',
  key: ['PlanID'],
  parents: [{ field: 'PlanID', table: 'CYP004CarePlanType', its: 'PlanID' }],
  emptyBecause: 'Who agreed a plan, and when, is not recorded.',
  fields: [
    own('PlanID', 'mandatory', 'Number of the plan'),
    blank('Plan_AgreedBy', notRecorded),
    blank('Plan_AgreedDate', notRecorded),
    blank('Plan_AgreedTime', notRecorded),
  ],
}

export const circumstances: Table = {
  name: 'CYP006SocPerCircumstances',
  title: 'Social and personal circumstances',
  holds: 'Circumstances as SNOMED CT codes.',
  key: ['LocalPatientID', 'SNOMED_ID'],
  parents: [person],
  emptyBecause: 'Circumstances are recorded in words, without a verified code.',
  fields: [ofPerson, blank('SNOMED_ID', notVerified), blank('Circumstance_RecordedDate', notRecorded)],
}
