import { sql as raw } from 'kysely'
import type { ObservationComponent } from 'fhir/r4.js'
import { injuries } from '../../../../contract/pathways/records/fall.ts'
import { codes } from '../../../../contract/pathways/records/codes.ts'
import {
  aClinician,
  aPatient,
  concept,
  filled,
  inWords,
  refer,
  survey,
  systems,
} from '../mapping/elements.ts'
import { recordSource } from '../mapping/recordSource.ts'
import { day, of, patient, token, type Body } from '../mapping/source.ts'
import { byNobody, codedAs, final, inCategory, performedBy, profile } from './observed.ts'

/** A part that says yes or no, where it was asked. */
const yesNo = (text: string, value: boolean | null): ObservationComponent[] =>
  value === null ? [] : [{ code: { text }, valueBoolean: value }]
const said = (text: string, value: string | null | undefined): ObservationComponent[] =>
  value == null || inWords(value) === undefined
    ? []
    : [{ code: { text }, valueString: inWords(value)?.text ?? '' }]

export const fallSource = recordSource('fall', {
  type: 'Observation',
  name: 'fall',
  profile,
  search: {
    ...patient('subject'),
    status: final,
    category: inCategory('survey'),
    code: token(raw`case when r."fallCount" is null then '1912002' end`, systems.snomed),
    date: { kind: 'date', from: raw`coalesce(r."periodFrom", r."fallDate")`, to: of('fallDate') },
    performer: byNobody,
  },
  toFhir: (row): Body<'Observation'> =>
    filled({
      resourceType: 'Observation',
      status: 'final',
      category: survey,
      code: row.fallCount === null ? concept('Fall', codes.fall) : concept('Number of falls'),
      subject: aPatient(row.patientId),
      ...(row.periodFrom === null
        ? { effectiveDateTime: row.fallDate }
        : { effectivePeriod: { start: row.periodFrom, end: row.fallDate } }),
      ...(row.fallCount === null ? { valueBoolean: true } : { valueInteger: row.fallCount }),
      component: [
        ...yesNo('The day is approximate', row.isAbout === true ? true : null),
        ...said('Where', row.place),
        ...said('Doing what', row.activity),
        ...said('Injury', injuries.find(({ code }) => code === row.injury)?.title),
        ...yesNo('On the floor for over an hour', row.longLie),
        ...yesNo('Blackout', row.blackout),
        ...yesNo('Ambulance', row.ambulance),
      ],
    }),
  fields: {
    fallDate: 'effective',
    isAbout: 'component.value',
    place: 'component.value',
    activity: 'component.value',
    injury: 'component.value',
    longLie: 'component.value',
    blackout: 'component.value',
    ambulance: 'component.value',
    fallCount: 'value',
    periodFrom: 'effective',
  },
})

/** What was said in a follow-up call. */
export const callSource = recordSource('followup', {
  type: 'Observation',
  name: 'call',
  profile,
  // All that was said in a call is for staff.
  outside: 'withheld',
  has: raw`num_nonnulls(r."fallsSinceContact", r."exerciseHours", r.confidence, r."equipmentInUse") > 0`,
  search: {
    ...patient('subject'),
    status: final,
    category: inCategory('survey'),
    code: codedAs([]),
    date: day('callDate'),
    performer: performedBy('clinicianId'),
  },
  toFhir: (row): Body<'Observation'> =>
    filled({
      resourceType: 'Observation',
      status: 'final',
      category: survey,
      code: concept('Telephone follow-up'),
      subject: aPatient(row.patientId),
      encounter: refer('Encounter', `call-${row.id}`),
      effectiveDateTime: row.callDate,
      performer: [aClinician(row.clinicianId, row.names.clinician)],
      component: [
        ...(row.fallsSinceContact === null
          ? []
          : [{ code: { text: 'Falls since the last contact' }, valueInteger: row.fallsSinceContact }]),
        ...row.falls.flatMap(({ injury, longLie, ambulance }, place) => [
          ...yesNo(`Fall ${place + 1}: injury`, injury),
          ...yesNo(`Fall ${place + 1}: on the floor for over an hour`, longLie),
          ...yesNo(`Fall ${place + 1}: ambulance`, ambulance),
        ]),
        ...(row.exerciseHours === null
          ? []
          : [
              {
                code: { text: 'Hours of exercise a week' },
                valueQuantity: { value: row.exerciseHours, unit: 'h' },
              },
            ]),
        ...(row.confidence === null
          ? []
          : [{ code: { text: 'Confidence, 0 to 10' }, valueInteger: row.confidence }]),
        ...said('Equipment in use', row.equipmentInUse),
      ],
    }),
  fields: {
    callDate: 'effective',
    clinicianId: 'performer.reference',
    outcome: { left: 'in Encounter' },
    nextTryDate: { left: 'a reminder for this service' },
    nextTryTime: { left: 'a reminder for this service' },
    fallsSinceContact: 'component.value',
    falls: 'component.value',
    exerciseHours: 'component.value',
    confidence: 'component.value',
    equipmentInUse: 'component.value',
    note: { left: 'in Encounter' },
    redFlagHeard: { left: 'in Flag' },
    redFlagText: { left: 'in Flag' },
    letterSentDate: { left: 'in Communication, if the letter was written here' },
    countsEarly: { left: 'a rule of this service' },
  },
})
