import { sql as raw } from 'kysely'
import type { Encounter } from 'fhir/r4.js'
import { appointmentOutcomes } from '../../../../contract/pathways/records/appointment.ts'
import { contactTypeTitle } from '../../../../contract/pathways/records/contactNote.ts'
import { attendanceTitle, isAttended } from '../../../../contract/pathways/records/exerciseAttendance.ts'
import { isTold, outcomeTitle } from '../../../../contract/stages/callOutcome.ts'
import { vulnerabilityTitle } from '../../../../contract/pathways/referral/vulnerability.ts'
import { isDestination } from '../../../../contract/pathways/records/codes.ts'
import {
  aClinician,
  aPatient,
  filled,
  instant,
  inWords,
  period,
  refer,
  service,
  words,
} from '../mapping/elements.ts'
import { pathwayElsewhere, pathwayOutside, selectPathways, type PathwayRow } from '../mapping/pathwayRow.ts'
import { recordSource } from '../mapping/recordSource.ts'
import {
  always,
  instants,
  of,
  patient,
  source,
  token,
  ukCore,
  ukCoreSystem,
  type Body,
  type Column,
} from '../mapping/source.ts'

const profile = ukCore('Encounter')
const statusSystem = 'http://hl7.org/fhir/encounter-status'
const classSystem = 'http://terminology.hl7.org/CodeSystem/v3-ActCode'
const classes = {
  AMB: { system: classSystem, code: 'AMB', display: 'ambulatory' },
  HH: { system: classSystem, code: 'HH', display: 'home health' },
  VR: { system: classSystem, code: 'VR', display: 'virtual' },
} as const
const onDay = (column: string): Column => ({ kind: 'date', from: of(column), to: of(column) })
const part = (pathwayId: number) => ({
  episodeOfCare: [refer('EpisodeOfCare', pathwayId)],
  serviceProvider: service,
})

/** A session of exercise, attended or not. */
export const attendanceSource = recordSource('exerciseAttendance', {
  type: 'Encounter',
  name: 'attendance',
  profile,
  search: {
    ...patient('subject'),
    status: token(
      raw`case when r."attendanceStatus" in ('5', '6') then 'finished' else 'cancelled' end`,
      statusSystem,
    ),
    class: always('AMB', classSystem),
    date: onDay('attendanceDate'),
  },
  toFhir: (row): Body<'Encounter'> =>
    filled({
      resourceType: 'Encounter',
      status: isAttended(row.attendanceStatus) ? 'finished' : 'cancelled',
      class: classes.AMB,
      type: [{ text: row.names.exerciseType }],
      subject: aPatient(row.patientId),
      ...part(row.pathwayId),
      period: period(row.attendanceDate, row.attendanceDate),
      length: row.minutes === null ? undefined : minutes(row.minutes),
      reasonCode: [{ text: attendanceTitle(row.attendanceStatus) }],
      location: [{ location: refer('Location', row.locationId, row.names.location) }],
    }),
  fields: {
    exerciseId: { left: 'Encounter does not name the plan that it belongs to' },
    attendanceDate: 'period.start',
    exerciseTypeId: 'type.text',
    locationId: 'location.location.reference',
    attendanceStatus: 'reasonCode.text',
    minutes: 'length.value',
  },
})

const minutes = (value: number): Encounter['length'] => ({
  value,
  unit: 'min',
  system: 'http://unitsofmeasure.org',
  code: 'min',
})

const seen = appointmentOutcomes.filter(({ isSeen }) => isSeen).map(({ code }) => code)

/** An appointment at which the person was seen. */
export const seenSource = recordSource('appointment', {
  type: 'Encounter',
  name: 'appointment',
  profile,
  has: raw`r.outcome in (${raw.join(seen.map((code) => raw.lit(code)))})`,
  search: {
    ...patient('subject'),
    status: always('finished', statusSystem),
    class: token(
      raw`case r."appointmentType" when 'visit' then 'HH' when 'call' then 'VR' else 'AMB' end`,
      classSystem,
    ),
    date: instants(
      raw`(r."appointmentDate" + r."startTime"::time) at time zone 'Europe/London'`,
      raw`(r."appointmentDate" + r."startTime"::time) at time zone 'Europe/London' + r.minutes * interval '1 minute'`,
    ),
  },
  toFhir: (row): Body<'Encounter'> =>
    filled({
      resourceType: 'Encounter',
      status: 'finished',
      class: classes[row.appointmentType === 'visit' ? 'HH' : row.appointmentType === 'call' ? 'VR' : 'AMB'],
      subject: aPatient(row.patientId),
      ...part(row.pathwayId),
      participant: [{ individual: aClinician(row.clinicianId, row.names.clinician) }],
      appointment: [refer('Appointment', `appointment-${row.id}`)],
      period: period(
        instant(row.appointmentDate, row.startTime),
        instant(row.appointmentDate, row.startTime, row.minutes),
      ),
      location: [{ location: refer('Location', row.locationId, row.names.location) }],
    }),
  fields: {
    appointmentType: 'class',
    appointmentDate: 'period.start',
    startTime: 'period.start',
    minutes: 'period.end',
    locationId: 'location.location.reference',
    clinicianId: 'participant.individual.reference',
    outcome: { left: 'in Appointment: only those who were seen are here' },
    note: { left: 'in Appointment' },
    remindedAt: { left: 'what this service sent by itself' },
    confirmedAt: { left: 'who is booked counts as accepted' },
    messages: { left: 'what this service sent by itself' },
  },
})

/** A follow-up call, or a try to reach the person. */
export const callEncounterSource = recordSource('followup', {
  type: 'Encounter',
  name: 'call',
  profile,
  search: {
    ...patient('subject'),
    status: token(
      raw`case when coalesce(r.outcome, 'reached') in ('reached', 'spokeToOther') then 'finished' else 'cancelled' end`,
      statusSystem,
    ),
    class: always('VR', classSystem),
    date: onDay('callDate'),
  },
  toFhir: (row): Body<'Encounter'> =>
    filled({
      resourceType: 'Encounter',
      status: isTold(row.outcome) ? 'finished' : 'cancelled',
      class: classes.VR,
      type: [{ text: 'Telephone follow-up' }],
      subject: aPatient(row.patientId),
      ...part(row.pathwayId),
      participant: [{ individual: aClinician(row.clinicianId, row.names.clinician) }],
      period: period(row.callDate, row.callDate),
      reasonCode: [inWords(outcomeTitle(row.outcome)), inWords(row.note)].filter(
        (each) => each !== undefined,
      ),
    }),
  fields: {
    callDate: 'period.start',
    clinicianId: 'participant.individual.reference',
    outcome: 'status',
    nextTryDate: { left: 'a reminder for this service' },
    nextTryTime: { left: 'a reminder for this service' },
    fallsSinceContact: { left: 'in Observation' },
    falls: { left: 'in Observation' },
    exerciseHours: { left: 'in Observation' },
    confidence: { left: 'in Observation' },
    equipmentInUse: { left: 'in Observation' },
    note: 'reasonCode.text',
    redFlagHeard: { left: 'in Flag' },
    redFlagText: { left: 'in Flag' },
    letterSentDate: { left: 'in Communication, if the letter was written here' },
    countsEarly: { left: 'a rule of this service' },
  },
})

/** A contact that was noted. What was written is a DocumentReference. */
export const contactEncounterSource = recordSource('contactNote', {
  type: 'Encounter',
  name: 'contact',
  profile,
  has: raw`r."addsToId" is null and r."contactType" in ('visit', 'clinic', 'call')`,
  search: {
    ...patient('subject'),
    status: always('finished', statusSystem),
    class: token(
      raw`case r."contactType" when 'visit' then 'HH' when 'call' then 'VR' else 'AMB' end`,
      classSystem,
    ),
    date: onDay('contactDate'),
  },
  toFhir: (row): Body<'Encounter'> =>
    filled({
      resourceType: 'Encounter',
      status: 'finished',
      class: classes[row.contactType === 'visit' ? 'HH' : row.contactType === 'call' ? 'VR' : 'AMB'],
      type: [{ text: contactTypeTitle(row.contactType) }],
      subject: aPatient(row.patientId),
      ...part(row.pathwayId),
      period: period(row.contactDate, row.contactDate),
      length: row.minutes === null ? undefined : minutes(row.minutes),
      participant:
        words(row.whoWasThere) === undefined ? [] : [{ type: [{ text: words(row.whoWasThere) ?? '' }] }],
    }),
  fields: {
    addsToId: { left: 'in DocumentReference' },
    contactDate: 'period.start',
    contactType: 'type.text',
    minutes: 'length.value',
    whoWasThere: 'participant.type.text',
    note: { left: 'in DocumentReference' },
  },
})

/** The discharge from this service. */
export const dischargeSource = source<PathwayRow, 'Encounter'>({
  type: 'Encounter',
  name: 'discharge',
  entity: 'pathway',
  table: { name: 'pathway', alias: 'pathway' },
  ofPathway: true,
  isDeletable: true,
  profile,
  outside: pathwayOutside,
  select: selectPathways,
  has: raw`r."dischargeDate" is not null`,
  search: {
    ...patient('subject'),
    status: always('finished', statusSystem),
    class: always('AMB', classSystem),
    date: onDay('dischargeDate'),
  },
  toFhir: (row): Body<'Encounter'> =>
    filled({
      resourceType: 'Encounter',
      status: 'finished',
      class: classes.AMB,
      type: [{ text: 'Discharge from the falls prevention service' }],
      subject: aPatient(row.patientId),
      ...part(Number(row.id)),
      participant:
        row.dischargeClinicianId === null
          ? []
          : [{ individual: aClinician(row.dischargeClinicianId, row.dischargeClinician ?? '') }],
      period: period(row.dischargeDate, row.dischargeDate),
      reasonCode: [
        inWords(row.dischargeReason),
        row.vulnerability === null
          ? undefined
          : inWords(
              [`May be vulnerable: ${vulnerabilityTitle(row.vulnerability)}`, words(row.vulnerabilityNote)]
                .filter((each) => each !== undefined)
                .join('. '),
            ),
      ].filter((each) => each !== undefined),
      hospitalization:
        row.dischargedTo === null
          ? undefined
          : {
              dischargeDisposition: {
                ...(isDestination(row.dischargedToCode) && {
                  coding: [
                    { system: ukCoreSystem('DischargeDestinationEngland'), code: row.dischargedToCode ?? '' },
                  ],
                }),
                text: row.dischargedTo,
              },
            },
    }),
  fields: {
    ...pathwayElsewhere,
    dischargeDate: 'period.start',
    dischargeReason: 'reasonCode.text',
    dischargeClinicianId: 'participant.individual.reference',
    dischargeClinician: 'participant.individual.display',
    dischargedTo: 'hospitalization.dischargeDisposition.text',
    dischargedToCode: 'hospitalization.dischargeDisposition.coding',
    vulnerability: 'reasonCode.text',
    vulnerabilityNote: 'reasonCode.text',
  },
})
