import { formatDate, formatName, formatNhsNumber, orNotRecorded } from '../../contract/format.ts'
import type { PatientView } from '../../contract/patient.ts'

export type Fact = readonly [label: string, value: string]

/** What each part of a patient's record says, in the words of the screen. */
export const partFacts = {
  demographics: (patient) => [
    ['Name', formatName({ ...patient, namePrefix: patient.names.namePrefix })],
    ['Date of birth', formatDate(patient.dateOfBirth)],
    ['Gender', patient.names.gender],
    ['NHS number', formatNhsNumber(patient.nhsNumber)],
    ['Ethnicity', orNotRecorded(patient.names.ethnicity)],
  ],
  address: (patient) => [
    [
      'Address',
      orNotRecorded(
        [patient.addressLine1, patient.addressLine2, patient.addressLine3].filter(Boolean).join(', '),
      ),
    ],
    ['Town', orNotRecorded(patient.town)],
    ['County', orNotRecorded(patient.county)],
    ['Postcode', orNotRecorded(patient.postcode)],
  ],
  contact: (patient) => [
    ['Home telephone', orNotRecorded(patient.phoneHome)],
    ['Work telephone', orNotRecorded(patient.phoneWork)],
    ['Mobile telephone', orNotRecorded(patient.phoneMobile)],
    ['E-mail', orNotRecorded(patient.email)],
  ],
  gp: (patient) => [
    ['Practice', orNotRecorded(patient.names.registeredGP)],
    ['Branch', orNotRecorded(patient.names.registeredGP_Branch)],
  ],
  nextofkin: ({ nextOfKin }) => [
    [
      'Name',
      nextOfKin === null
        ? orNotRecorded(null)
        : formatName({ ...nextOfKin, namePrefix: nextOfKin.names.namePrefix }),
    ],
    ['Relationship', orNotRecorded(nextOfKin?.relationship)],
    ['Telephone', orNotRecorded(nextOfKin?.phoneNumber)],
  ],
  consent: (patient) => [
    ['Consent refused on', formatDate(patient.consentRefusedDate)],
    ['Time consent refused', orNotRecorded(patient.timeConsentRefused)],
  ],
  deceased: (patient) => [['Date of death', formatDate(patient.deceasedDate)]],
} satisfies Record<string, (patient: PatientView) => readonly Fact[]>

export type PartName = keyof typeof partFacts
