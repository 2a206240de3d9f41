import { sql as raw } from 'kysely'
import type { ContactPoint, Extension, Identifier } from 'fhir/r4.js'
import { isNotToBeCalled, type FlagFacts } from '../../../../contract/patients/flags/chips.ts'
import type { FlagKindName } from '../../../../contract/patients/flags/flagKinds.ts'
import { numberStatuses } from '../../../../contract/patients/numberStatus.ts'
import type { PatientRecord } from '../../../../contract/patients/patient.ts'
import { build, compileOnce } from '../../../platform/db/query/compileOnce.ts'
import { selectPatients } from '../../../patients/patient/present.ts'
import {
  coded,
  extension,
  filled,
  nameOf,
  organisation,
  service,
  systems,
  telephone,
  words,
} from '../mapping/elements.ts'
import {
  named,
  of,
  reference,
  source,
  token,
  ukCore,
  ukCoreExtension,
  ukCoreSystem,
} from '../mapping/source.ts'

interface Row extends PatientRecord {
  genderCode: string | null
  /** The open flags. */
  flags: readonly { kind: FlagKindName; category: string | null }[] | null
  saidDead: boolean
  deadInPds: boolean
}

/** Person stated gender (NHS Data Dictionary) in the codes of FHIR. */
const genders: Record<string, 'male' | 'female' | 'other'> = { '1': 'male', '2': 'female', '9': 'other' }
const genderCode = raw`case r."genderCode" when '1' then 'male' when '2' then 'female' when '9' then 'other' else 'unknown' end`

/** Formats and ways of contact that have a national code. */
const formats: Record<string, { part: string; system: string; code: string; display: string }> =
  Object.fromEntries(
    [
      ['largePrint', 'PreferredWrittenCommunicationFormat', '11', 'Large print'],
      ['braille', 'PreferredWrittenCommunicationFormat', '12', 'Braille'],
      ['audio', 'PreferredWrittenCommunicationFormat', '13', 'Audio tape'],
      ['email', 'PreferredContactMethod', '4', 'E-mail'],
      ['textMessage', 'PreferredContactMethod', '9', 'SMS'],
      ['telephone', 'PreferredContactMethod', '3', 'Telephone'],
    ].map(([format = '', part = '', code = '', display = '']) => [
      format,
      { part, system: ukCoreSystem(part), code, display },
    ]),
  )

const noTelephone = {
  part: 'PreferredContactMethod',
  system: ukCoreSystem('PreferredContactMethod'),
  code: '8',
  display: 'No Telephone contact',
}

const ethnicSystem = ukCoreSystem('EthnicCategoryEngland')
const verification = ukCoreSystem('NHSNumberVerificationStatusEngland')

const identifiers = ({ id, nhsNumber, nhsNumberStatus }: Row & { id: number }): Identifier[] => {
  // A number that nobody has traced is only present.
  const status = nhsNumberStatus ?? '02'
  return [
    ...(nhsNumber === null
      ? []
      : [
          {
            extension: [
              extension(ukCoreExtension('NHSNumberVerificationStatus'), {
                valueCodeableConcept: coded(verification, status, numberStatuses[status]),
              }),
            ],
            system: systems.nhsNumber,
            value: nhsNumber,
          },
        ]),
    { use: 'secondary', system: systems.ours, value: String(id) },
  ]
}

/** Whether nobody may ring, as every screen says in place of the number. */
const isNotRung = (row: Row): boolean =>
  isNotToBeCalled({
    flags: (row.flags ?? []).map((flag) => ({
      ...flag,
      detail: null,
      reviewDate: '',
    })) as unknown as FlagFacts['flags'],
    consentRefusedDate: row.consentRefusedDate,
    timeConsentRefused: row.timeConsentRefused,
    deceasedDate: row.deceasedDate,
    isSaidDead: row.saidDead,
    isDeadInPds: row.deadInPds,
    isRestricted: false,
    hasSimilarName: false,
  })

const preferences = (row: Row): Extension[] => {
  const preferred = (row.flags ?? [])
    .filter(({ kind }) => kind === 'preferredFormat')
    .map(({ category }) => category)
  const told = [
    ...preferred.flatMap((category) => formats[category ?? ''] ?? []),
    ...(isNotRung(row) ? [noTelephone] : []),
  ]
  return told.map(({ part, system, code, display }) =>
    extension(ukCoreExtension('ContactPreference'), {
      extension: [extension(part, { valueCodeableConcept: coded(system, code, display) })],
    }),
  )
}

const extensions = (row: Row): Extension[] => {
  const { ethnicityCode, names, nhsNumberUnknown } = row
  return [
    ...(ethnicityCode === null
      ? []
      : [
          extension(ukCoreExtension('EthnicCategory'), {
            valueCodeableConcept: coded(ethnicSystem, ethnicityCode, names.ethnicity ?? ethnicityCode),
          }),
        ]),
    ...(nhsNumberUnknown
      ? [
          extension(ukCoreExtension('NHSNumberUnavailableReason'), {
            valueCodeableConcept: coded(
              ukCoreSystem('NHSNumberUnavailableReason'),
              'nhs-number-not-known',
              'NHS number not known',
            ),
          }),
        ]
      : []),
    ...((row.flags ?? []).some(({ kind }) => kind === 'interpreter')
      ? [
          extension('http://hl7.org/fhir/StructureDefinition/patient-interpreterRequired', {
            valueBoolean: true,
          }),
        ]
      : []),
    ...preferences(row),
  ]
}

const telecom = (row: Row): ContactPoint[] => [
  ...telephone(row.phoneHome, 'home'),
  ...telephone(row.phoneWork, 'work'),
  ...telephone(row.phoneMobile, 'mobile'),
  ...(words(row.email) === undefined ? [] : [{ system: 'email' as const, value: words(row.email) ?? '' }]),
]

const address = (row: Row) => {
  const lines = [row.addressLine1, row.addressLine2, row.addressLine3].flatMap((line) => words(line) ?? [])
  const parts = filled({
    line: lines,
    city: words(row.town),
    district: words(row.county),
    postalCode: words(row.postcode),
  })
  if (Object.keys(parts).length === 0) return []
  const text = [...lines, words(row.town), words(row.county), words(row.postcode)]
  return [{ use: 'home' as const, text: text.filter((line) => line !== undefined).join(', '), ...parts }]
}

export const patientSource = source<Row, 'Patient'>({
  type: 'Patient',
  name: '',
  entity: 'patient',
  table: { name: 'patient', alias: 'patient' },
  isComposed: true,
  isDeletable: true,
  profile: ukCore('Patient'),
  outside: {},
  select: compileOnce(
    selectPatients(build).select([
      'patient.id as patientId',
      raw`greatest(patient.updated_at, (select max(flag.updated_at) from patient_flag as flag
        where flag.patient_id = patient.id))`.as('recordedAt'),
      'gender.code as genderCode',
      raw`(select display_name from app_user where app_user.id = patient.updated_by)`.as('recordedBy'),
      raw`(select jsonb_agg(jsonb_build_object('kind', flag.kind, 'category', flag.category) order by flag.id)
        from patient_flag as flag where flag.patient_id = patient.id and flag.ended_at is null
          and flag.kind in ('interpreter', 'preferredFormat', 'consentRefused'))`.as('flags'),
      raw`exists (select from said_dead where said_dead.patient_id = patient.id)`.as('saidDead'),
      raw`exists (select from pds_check where pds_check.patient_id = patient.id and 'died' = any (pds_check.kinds))`.as(
        'deadInPds',
      ),
      'patient.family_name_key as familyKey',
      'patient.first_name_key as firstKey',
    ]),
  ),
  search: {
    identifier: {
      kind: 'token',
      codes: [
        { system: systems.nhsNumber, is: of('nhsNumber') },
        { system: systems.ours, is: of('id'), isNumber: true },
      ],
    },
    family: named('familyName', 'familyKey'),
    given: named('firstName', 'firstKey'),
    birthdate: { kind: 'date', from: of('dateOfBirth') },
    gender: token(genderCode, 'http://hl7.org/fhir/administrative-gender'),
    'address-postalcode': named('postcode'),
    'general-practitioner': reference('generalPractitioner', 'Organization', of('registeredGP')),
    active: token(raw`case when r."isActive" then 'true' else 'false' end`),
    deceased: token(raw`case when r."deceasedDate" is not null or r."saidDead" then 'true' else 'false' end`),
  },
  toFhir: (row) =>
    filled({
      resourceType: 'Patient',
      extension: extensions(row),
      identifier: identifiers(row),
      active: true,
      name: [nameOf({ family: row.familyName, given: row.firstName, prefix: row.names.namePrefix })],
      telecom: telecom(row),
      gender: genders[row.genderCode ?? ''] ?? 'unknown',
      birthDate: row.dateOfBirth,
      ...(row.deceasedDate === null
        ? { deceasedBoolean: row.saidDead ? true : undefined }
        : { deceasedDateTime: row.deceasedDate }),
      address: address(row),
      generalPractitioner: [organisation(row.registeredGP, row.names.registeredGP)].filter(
        (each) => each !== undefined,
      ),
      managingOrganization: service,
    }),
  fields: {
    familyName: 'name.family',
    firstName: 'name.given',
    namePrefix: 'name.prefix',
    genderId: { left: 'its national code is sent' },
    genderCode: 'gender',
    dateOfBirth: 'birthDate',
    nhsNumber: 'identifier.value',
    nhsNumberUnknown: 'extension',
    nhsNumberStatus: 'identifier.extension',
    pdsCheckedAt: { left: 'when this service last asked is no matter of others' },
    ethnicity: 'extension',
    ethnicityCode: 'extension',
    addressLine1: 'address.line',
    addressLine2: 'address.line',
    addressLine3: 'address.line',
    town: 'address.city',
    county: 'address.district',
    postcode: 'address.postalCode',
    phoneHome: 'telecom.value',
    phoneWork: 'telecom.value',
    phoneMobile: 'telecom.value',
    phoneHomeNote: { left: 'a note for staff who ring, such as whose number it is' },
    phoneWorkNote: { left: 'a note for staff who ring' },
    phoneMobileNote: { left: 'a note for staff who ring' },
    email: 'telecom.value',
    registeredGP: 'generalPractitioner.identifier',
    registeredGP_Branch: { left: 'the practice is what is registered; its branch is an Organization' },
    consentRefusedDate: 'extension',
    timeConsentRefused: 'extension',
    deceasedDate: 'deceased',
    flags: 'extension',
    saidDead: 'deceased',
    deadInPds: 'extension',
  },
})

/** What remains under the id of a record that was merged into another: only where to look. */
export const mergedPatient = (id: number, into: number) => ({
  resourceType: 'Patient' as const,
  id: String(id),
  meta: { profile: [ukCore('Patient')] },
  active: false,
  link: [{ other: { reference: `Patient/${into}` }, type: 'replaced-by' as const }],
})
