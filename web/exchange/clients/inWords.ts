import {
  clientKinds,
  clientPurposes,
  clientStates,
  type ClientKind,
  type ClientPurpose,
  type ClientState,
} from '../../../contract/exchange/client.ts'
import type { FhirType } from '../../../contract/exchange/fhir/types.ts'

export const purposeOf = (purpose: ClientPurpose) => {
  const found = clientPurposes.find(({ code }) => code === purpose)
  if (found === undefined) throw new Error(`There is no purpose ${purpose}`)
  return found
}

export const kindTitle = (kind: ClientKind): string =>
  clientKinds.find(({ code }) => code === kind)?.title ?? kind

export const stateTitle = (state: ClientState): string =>
  clientStates.find(({ code }) => code === state)?.title ?? state

/** What each type of resource holds, for people who do not know FHIR. */
export const typeMeans: Record<FhirType, string> = {
  Patient: 'name, address, NHS number, date of birth',
  RelatedPerson: 'next of kin',
  Practitioner: 'names of clinicians',
  PractitionerRole: 'what clinicians do, and in which team',
  Organization: 'practices and other organisations',
  Location: 'places',
  EpisodeOfCare: 'referrals, from the first day to discharge',
  ServiceRequest: 'what was asked for, here and onward',
  Questionnaire: 'forms, without answers',
  QuestionnaireResponse: 'forms with their answers',
  Observation: 'scores, measurements and falls',
  Condition: 'problems and risks that were found',
  CarePlan: 'treatment and exercise plans',
  Goal: 'goals',
  Encounter: 'visits, calls and attendances',
  Appointment: 'appointments',
  DeviceRequest: 'equipment',
  DocumentReference: 'which documents and letters there are',
  Binary: 'the documents and letters themselves',
  Communication: 'messages and letters that were sent',
  Flag: 'warnings, such as a risk for home visits',
  Consent: 'consent, given or refused',
  Task: 'tasks',
  List: 'work lists',
  Group: 'groups of patients',
  Provenance: 'who recorded what, and when',
  AuditEvent: 'who looked at what, and when',
}
