import type { FhirType } from '../../../../contract/exchange/fhir/types.ts'
import type { Source } from '../mapping/source.ts'
import { appointmentSource, sessionSource } from './appointment.ts'
import { auditSource } from './auditEvent.ts'
import { exerciseSource, noPlanSource, treatmentSource } from './carePlan.ts'
import { dispatchSource } from './communication.ts'
import { concernSource } from './condition.ts'
import { refusalSource, remindersSource, sharingSource } from './consent.ts'
import { equipmentSource } from './deviceRequest.ts'
import { documentSource, noteSource } from './documentReference.ts'
import {
  attendanceSource,
  callEncounterSource,
  contactEncounterSource,
  dischargeSource,
  seenSource,
} from './encounter.ts'
import { episodeSource } from './episodeOfCare.ts'
import { capacitySource, flagSource } from './flag.ts'
import { goalSource } from './goal.ts'
import { groupSources } from './group.ts'
import { listSource } from './list.ts'
import { callSource, fallSource } from './observationFall.ts'
import { bloodPressureSource, bmiSource, measureSource } from './observationMeasure.ts'
import { fratScoreSource, scaleSource } from './observationScore.ts'
import { locationSource, organisationSource, serviceSource, teamSource } from './organization.ts'
import { patientSource } from './patient.ts'
import { clinicianSource, practitionerRoleSource, teamMemberSource } from './practitioner.ts'
import {
  checklistSource,
  fratAnswersSource,
  medicinesSource,
  wellbeingSource,
} from './questionnaireResponse.ts'
import { contactSource, nextOfKinSource } from './relatedPerson.ts'
import { medicinesRequestSource, onwardSource, referralSource } from './serviceRequest.ts'
import { taskSource } from './task.ts'

/** The types whose resources come from rows. The others are made otherwise: forms, files, and who recorded what. */
export type RowType = Exclude<FhirType, 'Questionnaire' | 'Binary' | 'Provenance'>

/** Where the resources of each type come from, in the order in which a search lists them. */
export const sourcesOf = {
  Patient: [patientSource],
  RelatedPerson: [nextOfKinSource, contactSource],
  Practitioner: [clinicianSource, teamMemberSource],
  PractitionerRole: [practitionerRoleSource],
  Organization: [serviceSource, teamSource, organisationSource],
  Location: [locationSource],
  EpisodeOfCare: [episodeSource],
  ServiceRequest: [referralSource, onwardSource, medicinesRequestSource],
  QuestionnaireResponse: [fratAnswersSource, wellbeingSource, checklistSource, medicinesSource],
  Observation: [
    fratScoreSource,
    bmiSource,
    measureSource,
    bloodPressureSource,
    fallSource,
    callSource,
    scaleSource,
  ],
  Condition: [concernSource],
  CarePlan: [treatmentSource, exerciseSource, noPlanSource],
  Goal: [goalSource],
  Encounter: [attendanceSource, seenSource, callEncounterSource, contactEncounterSource, dischargeSource],
  Appointment: [appointmentSource, sessionSource],
  DeviceRequest: [equipmentSource],
  DocumentReference: [documentSource, noteSource],
  Communication: [dispatchSource],
  Flag: [flagSource, capacitySource],
  Consent: [sharingSource, refusalSource, remindersSource],
  Task: [taskSource],
  List: [listSource],
  Group: groupSources,
  AuditEvent: [auditSource],
} as const satisfies Record<RowType, readonly Source[]>

export const isRowType = (type: FhirType): type is RowType => Object.hasOwn(sourcesOf, type)
export const everySource: readonly Source[] = Object.values(sourcesOf).flat()
