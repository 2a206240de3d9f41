import {
  holds,
  type Capability,
  type Narrowing,
  type Profile,
} from '../../../contract/accounts/permissions.ts'
import { fhirTypes, type FhirType } from '../../../contract/exchange/fhir/types.ts'

/**
 * The right that the same data needs on screen, for each type that an app may read for a signed-in user. Null: no app
 * reads it.
 */
const rightOf: Readonly<Record<FhirType, Capability | null>> = {
  Patient: 'patient.read',
  RelatedPerson: 'patient.read',
  Practitioner: 'lookup.read',
  PractitionerRole: 'lookup.read',
  Organization: 'lookup.read',
  Location: 'lookup.read',
  EpisodeOfCare: 'patient.read',
  ServiceRequest: 'patient.read',
  Questionnaire: 'lookup.read',
  QuestionnaireResponse: 'patient.read',
  Observation: 'patient.read',
  Condition: 'patient.read',
  CarePlan: 'patient.read',
  Goal: 'patient.read',
  Encounter: 'patient.read',
  Appointment: 'patient.read',
  DeviceRequest: 'patient.read',
  DocumentReference: 'patient.read',
  Binary: 'patient.read',
  Communication: 'patient.read',
  Flag: 'patient.read',
  Consent: 'patient.read',
  Task: 'patient.read',
  List: 'workList.read',
  // For exports, which no app makes.
  Group: null,
  Provenance: 'patient.read',
  AuditEvent: null,
}

/** The types that an app may read for a user with these profiles. Who may read no record uses no app. */
export const typesForStaff = (profiles: readonly Profile[], narrowing: Narrowing): readonly FhirType[] =>
  holds(profiles, 'patient.read', narrowing)
    ? fhirTypes.filter((type) => {
        const right = rightOf[type]
        return right !== null && holds(profiles, right, narrowing)
      })
    : []

/** Types whose resources are about no patient. */
const aboutNobody: readonly FhirType[] = [
  'Practitioner',
  'PractitionerRole',
  'Organization',
  'Location',
  'Questionnaire',
]
export const isAboutNobody = (type: FhirType): boolean => aboutNobody.includes(type)

/** Whether a token for one patient may name the type: a work list is about many. */
export const isForOnePatient = (type: FhirType): boolean => type !== 'List'
