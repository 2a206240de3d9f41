/** An invented person of the stand-in. */
export interface StandInPerson {
  nhsNumber: string
  familyName: string | null
  firstName: string | null
  title: string | null
  gender: 'male' | 'female' | 'other' | 'unknown' | null
  dateOfBirth: string | null
  /** House, street, locality, town and county, as the service has them; a part may be empty. */
  lines: readonly string[]
  postcode: string | null
  phoneHome: string | null
  phoneMobile: string | null
  email: string | null
  /** The code of the practice. */
  practice: string | null
  diedOn: string | null
  /** U unrestricted, R restricted, V very restricted. */
  security: 'U' | 'R' | 'V'
  /** A search that includes history finds them by these too. */
  formerFamilyName?: string
  /** The number that is in force in place of this one. */
  replacedBy?: string
  /** The version of the record; '3' if absent. */
  version?: string
  /** The number was withdrawn. */
  isWithdrawn?: true
}

const verification =
  'https://fhir.hl7.org.uk/StructureDefinition/Extension-UKCore-NHSNumberVerificationStatus'
const numberSystem = 'https://fhir.nhs.uk/Id/nhs-number'
const securityWords = { U: 'unrestricted', R: 'restricted', V: 'very restricted' }

const since = { start: '2020-01-01' }

/**
 * The person in the form of the service.
 * @param leaks also where a sensitive person is, which the service must never send
 */
export const resourceOf = (person: StandInPerson, leaks = false): object => ({
  resourceType: 'Patient',
  id: person.nhsNumber,
  identifier: [
    {
      system: numberSystem,
      value: person.nhsNumber,
      extension: [
        {
          url: verification,
          valueCodeableConcept: {
            coding: [
              { system: 'https://fhir.hl7.org.uk/CodeSystem/UKCore-NHSNumberVerificationStatus', code: '01' },
            ],
          },
        },
      ],
    },
  ],
  meta: {
    versionId: person.version ?? '3',
    security: [
      {
        system: 'http://terminology.hl7.org/CodeSystem/v3-Confidentiality',
        code: person.security,
        display: securityWords[person.security],
      },
    ],
  },
  ...(person.familyName === null
    ? {}
    : {
        name: [
          {
            id: '1',
            use: 'usual',
            period: since,
            family: person.familyName,
            given: person.firstName === null ? [] : [person.firstName],
            prefix: person.title === null ? [] : [person.title],
          },
        ],
      }),
  ...(person.gender === null ? {} : { gender: person.gender }),
  ...(person.dateOfBirth === null ? {} : { birthDate: person.dateOfBirth }),
  ...(person.diedOn === null ? {} : deathOf(person.diedOn)),
  ...(person.security === 'U' || leaks ? whereaboutsOf(person) : {}),
})

const deathOf = (day: string) => ({
  deceasedDateTime: `${day}T00:00:00+00:00`,
  extension: [
    {
      url: 'https://fhir.hl7.org.uk/StructureDefinition/Extension-UKCore-DeathNotificationStatus',
      extension: [
        {
          url: 'deathNotificationStatus',
          valueCodeableConcept: {
            coding: [
              { system: 'https://fhir.hl7.org.uk/CodeSystem/UKCore-DeathNotificationStatus', code: '2' },
            ],
          },
        },
      ],
    },
  ],
})

const whereaboutsOf = ({
  lines,
  postcode,
  phoneHome,
  phoneMobile,
  email,
  practice,
}: StandInPerson): object => ({
  ...(postcode === null
    ? {}
    : { address: [{ id: '2', use: 'home', period: since, line: lines, postalCode: postcode }] }),
  telecom: [
    ...(phoneHome === null
      ? []
      : [{ id: '3', use: 'home', system: 'phone', value: phoneHome, period: since }]),
    ...(phoneMobile === null
      ? []
      : [{ id: '4', use: 'mobile', system: 'phone', value: phoneMobile, period: since }]),
    ...(email === null ? [] : [{ id: '5', use: 'home', system: 'email', value: email, period: since }]),
  ],
  ...(practice === null
    ? {}
    : {
        generalPractitioner: [
          {
            id: '6',
            type: 'Organization',
            identifier: {
              system: 'https://fhir.nhs.uk/Id/ods-organization-code',
              value: practice,
              period: since,
            },
          },
        ],
      }),
})
