/**
 * What each field is called: on its form, in the history of its record, and where a conflict says what somebody else
 * changed. Named as on the wire; an entity as in the audit trail. Kinds of record have theirs in contract/records/.
 */

/** How a form writes a field that may be left empty. */
export const optional = (label: string): string => `${label} (optional)`

const address = {
  addressLine1: 'Address line 1',
  addressLine2: 'Address line 2',
  addressLine3: 'Address line 3',
  town: 'Town',
  county: 'County',
  postcode: 'Postcode',
}

export const labels = {
  patient: {
    familyName: 'Family name',
    firstName: 'First name',
    namePrefix: 'Title',
    genderId: 'Gender',
    dateOfBirth: 'Date of birth',
    nhsNumber: 'NHS number',
    nhsNumberUnknown: 'NHS number unknown',
    ethnicity: 'Ethnicity',
    ...address,
    phoneHome: 'Home telephone',
    phoneWork: 'Work telephone',
    phoneMobile: 'Mobile telephone',
    email: 'E-mail',
    registeredGP: 'Registered GP',
    registeredGP_Branch: 'Branch',
    consentRefusedDate: 'Date consent refused',
    timeConsentRefused: 'Time consent refused',
    deceasedDate: 'Date of death',
  },
  nextOfKin: {
    patientId: 'Patient',
    familyName: 'Family name',
    firstName: 'First name',
    namePrefix: 'Title',
    relationship: 'Relationship',
    phoneNumber: 'Telephone',
  },
  pathway: {
    patientId: 'Patient',
    referralDate: 'Referral date',
    receivedDate: 'Received',
    referrerId: 'Referrer',
    referralMethodId: 'Referral method',
    comments: 'Comments',
    generalNotes: 'General notes',
    consentGiven: 'Does the person agree to share this pathway with partner services?',
    consentDate: 'Consent date',
    vasScaleId: 'VAS scale',
    dischargeDate: 'Discharge date',
    dischargeReasonId: 'Reason',
    dischargeClinicianId: 'Clinician',
    dischargedTo: 'Discharged to',
    cancelReferralDate: 'Cancellation date',
    declinedReferralId: 'Reason',
    teamMemberId: 'Team member',
  },
  document: { ParentId: 'Referral', DocumentTypeId: 'Document type' },
  lookup: {
    name: 'Name',
    internalCode: 'Internal code',
    code: 'National code',
    abbreviated: 'Abbreviated',
    description: 'Description',
    familyName: 'Family name',
    firstName: 'First name',
    displayName: 'Display name',
    sortOrder: 'Place in the list',
    profile: 'Profile',
    isActive: 'Active',
  },
  organisation: {
    id: 'Organisation code',
    type: 'Type',
    name: 'Name',
    ...address,
    openDate: 'Open date',
    closeDate: 'Close date',
    statusCode: 'Status code',
    subTypeCode: 'Sub-type code',
    isActive: 'Active',
    parent: 'Parent',
  },
  organisationParent: {
    parentOrganisationId: 'Parent organisation code',
    joinDate: 'Join date',
    leaveDate: 'Leave date',
    parentCode: 'Parent code',
    isActive: 'The link is active',
  },
  user: {
    userName: 'User name',
    familyName: 'Family name',
    firstName: 'First name',
    displayName: 'Display name',
    email: 'E-mail address',
    phoneNumber: 'Mobile phone',
    isActive: 'Active',
    defaultRole: 'Default role',
    roles: 'Roles',
    password: 'Password',
  },
  firstContact: {
    countsAs: 'First contact is',
  },
  savedReport: {
    name: 'Name',
    reportName: 'Report',
    period: 'Period',
    dateFrom: 'Date From',
    dateTo: 'Date To',
    suppress: 'Hide small numbers',
    isMonthly: 'Run it on the first of each month',
  },
} as const

/** What a conflict calls the mark of a row that was deleted or restored, where its form has no field for it. */
export const activeLabel = labels.lookup.isActive
