import {
  formatDate,
  formatName,
  formatNhsNumber,
  orNotRecorded,
} from '../../../contract/platform/words/format.ts'
import { numberStatuses } from '../../../contract/patients/numberStatus.ts'
import { dayOfInstant } from '../../../contract/platform/dates/wallTime.ts'
import type { PatientView } from '../../../contract/patients/patient.ts'
import { typedTelephone } from '../../../contract/platform/fields/telephone.ts'

/** With `isRung`, the value is a link that rings the number. */
export type Fact = readonly [label: string, value: string, isRung?: boolean]

const telephone = (label: string, said: string, isRung: boolean): Fact =>
  said === '' ? [label, orNotRecorded(null)] : [label, said, isRung]

/** How far the number was checked nationally, once somebody traced it. */
const statusFact = ({ nhsNumberStatus, pdsCheckedAt }: PatientView): Fact[] =>
  pdsCheckedAt == null
    ? []
    : [
        [
          'Checked with PDS',
          `${formatDate(dayOfInstant(pdsCheckedAt))}: ${numberStatuses[nhsNumberStatus ?? '02']}`,
        ],
      ]

/** What each part of a patient's record shows, in the words of the screen. */
export const partFacts = {
  demographics: (patient) => [
    ['Name', formatName({ ...patient, namePrefix: patient.names.namePrefix })],
    ['Date of birth', formatDate(patient.dateOfBirth)],
    ['Gender', patient.names.gender],
    ['NHS number', formatNhsNumber(patient.nhsNumber)],
    ...statusFact(patient),
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
    telephone('Home telephone', typedTelephone(patient.phoneHome, patient.phoneHomeNote), !patient.doNotCall),
    telephone('Work telephone', typedTelephone(patient.phoneWork, patient.phoneWorkNote), !patient.doNotCall),
    telephone(
      'Mobile telephone',
      typedTelephone(patient.phoneMobile, patient.phoneMobileNote),
      !patient.doNotCall,
    ),
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
    telephone('Telephone', typedTelephone(nextOfKin?.phoneNumber, nextOfKin?.phoneNumberNote), true),
  ],
  consent: (patient) => [
    ['Consent refused on', formatDate(patient.consentRefusedDate)],
    ['Time consent refused', orNotRecorded(patient.timeConsentRefused)],
  ],
  deceased: (patient) => [['Date of death', formatDate(patient.deceasedDate)]],
} satisfies Record<string, (patient: PatientView) => readonly Fact[]>

export type PartName = keyof typeof partFacts
