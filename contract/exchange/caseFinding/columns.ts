/**
 * The columns of a case-finding list, by the names that they usually have. Case, spaces and punctuation of a name are
 * ignored. A person is found by `nhsNumber` or by `dateOfBirth`, so a list has at least one of the two.
 */
export const listColumns = [
  { field: 'nhsNumber', title: 'NHS number', also: ['NHS No', 'NHS', 'NHS num', 'Patient NHS number'] },
  { field: 'familyName', title: 'Family name', also: ['Surname', 'Last name', 'Patient surname'] },
  {
    field: 'firstName',
    title: 'First name',
    also: ['Forename', 'Forenames', 'First names', 'Given name', 'Given names', 'Patient forename'],
  },
  { field: 'dateOfBirth', title: 'Date of birth', also: ['DOB', 'D.O.B.', 'Birth date', 'Born'] },
  { field: 'gender', title: 'Sex', also: ['Gender'] },
  {
    field: 'addressLine1',
    title: 'Address line 1',
    also: ['Address', 'Address 1', 'Address1', 'House and street', 'Street'],
  },
  { field: 'addressLine2', title: 'Address line 2', also: ['Address 2', 'Locality'] },
  { field: 'addressLine3', title: 'Address line 3', also: ['Address 3', 'District'] },
  { field: 'town', title: 'Town', also: ['City', 'Post town', 'Address 4', 'Address line 4'] },
  { field: 'county', title: 'County', also: ['Address 5', 'Address line 5'] },
  { field: 'postcode', title: 'Postcode', also: ['Post code'] },
  {
    field: 'telephone',
    title: 'Telephone',
    also: ['Phone', 'Tel', 'Tel no', 'Telephone number', 'Phone number', 'Home telephone', 'Home phone'],
  },
  {
    field: 'otherTelephone',
    title: 'Mobile',
    also: ['Mobile number', 'Mobile telephone', 'Mobile phone', 'Other telephone'],
  },
  { field: 'email', title: 'E-mail', also: ['Email address'] },
  {
    field: 'gpPractice',
    title: 'GP practice',
    also: ['Practice', 'Practice name', 'GP surgery', 'Surgery', 'Registered practice'],
  },
  {
    field: 'gpCode',
    title: 'Practice code',
    also: ['GP practice code', 'ODS code', 'Practice ODS code', 'Organisation code'],
  },
  { field: 'needs', title: 'Needs', also: ['Communication needs', 'Language', 'Accessible information'] },
  {
    field: 'falls',
    title: 'Falls in last year',
    also: [
      'Falls',
      'Falls in the last year',
      'Falls last year',
      'Number of falls',
      'Falls in last 12 months',
    ],
  },
  { field: 'injured', title: 'Injured', also: ['Injury', 'Hurt', 'Injured in a fall'] },
  { field: 'blackout', title: 'Blackout', also: ['Syncope', 'Loss of consciousness', 'LOC', 'Collapse'] },
  {
    field: 'couldNotGetUp',
    title: 'Could not get up',
    also: ['Unable to get up', 'Could not get up without help', 'Lifted'],
  },
  { field: 'longLie', title: 'Long lie', also: ['Over an hour on the floor', 'Long lie over an hour'] },
  { field: 'unsteady', title: 'Unsteady', also: ['Gait or balance problem', 'Unsteady on feet'] },
  {
    field: 'frail',
    title: 'Frail',
    also: ['Frailty', 'Frailty category', 'Frailty status', 'Lives with frailty'],
  },
  {
    field: 'efi',
    title: 'eFI',
    also: ['eFI score', 'eFI category', 'Electronic frailty index', 'Frailty index'],
  },
  { field: 'efi2', title: 'eFI2', also: ['eFI2 category', 'eFI+', 'eFI plus', 'Electronic frailty index 2'] },
  { field: 'optedOut', title: 'Opted out', also: ['Opt out', 'Opt-out', 'Do not contact'] },
  { field: 'died', title: 'Died', also: ['Deceased', 'Date of death', 'Death date', 'Is deceased'] },
  {
    field: 'incidentDate',
    title: 'Incident date',
    also: ['Date of incident', 'Date of fall', 'Call date', 'Fall date'],
  },
  { field: 'reason', title: 'Reason', also: ['Notes', 'Comments', 'Reason for referral', 'Summary'] },
] as const

export type ListField = (typeof listColumns)[number]['field']
export const listFieldNames = listColumns.map(({ field }) => field)

/** A name of a column in the form in which it is compared. `+` tells eFI+ from eFI. */
export const comparedName = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}+]/gu, '')

export const titleOfField = (field: ListField): string =>
  listColumns.find((column) => column.field === field)?.title ?? field
