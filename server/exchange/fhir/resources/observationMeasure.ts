import { sql as raw } from 'kysely'
import type { ObservationComponent } from 'fhir/r4.js'
import {
  aidTitle,
  measureCodes,
  measureOf,
  type MeasureCode,
} from '../../../../contract/pathways/records/measures.ts'
import { codes, measureCodesOf, type Code } from '../../../../contract/pathways/records/codes.ts'
import {
  aClinician,
  aPatient,
  concept,
  examination,
  filled,
  inWords,
  refer,
  survey,
  systems,
  vitalSigns,
} from '../mapping/elements.ts'
import { recordSource } from '../mapping/recordSource.ts'
import { day, patient, source, token, ukCore, type Body } from '../mapping/source.ts'
import {
  byNobody,
  categorySystem,
  codedAs,
  final,
  inCategory,
  performedBy,
  profile,
  quantity,
} from './observed.ts'

export const bmiSource = recordSource('bmi', {
  type: 'Observation',
  name: 'bmi',
  profile: ukCore('Observation-VitalSigns-BMI'),
  search: {
    ...patient('subject'),
    status: final,
    category: inCategory('vital-signs'),
    code: codedAs(codes.bmi),
    date: day('assessmentDate'),
    performer: byNobody,
  },
  toFhir: (row): Body<'Observation'> => ({
    resourceType: 'Observation',
    status: 'final',
    category: vitalSigns,
    code: concept('Body mass index', codes.bmi),
    subject: aPatient(row.patientId),
    effectiveDateTime: row.assessmentDate,
    valueQuantity: { value: row.bmi, unit: 'kg/m2', system: systems.ucum, code: 'kg/m2' },
  }),
  fields: { assessmentDate: 'effective', bmi: 'value' },
})

const vitalSignProfiles: Readonly<Partial<Record<MeasureCode, string>>> = {
  weight: ukCore('Observation-VitalSigns-BodyWeight'),
  height: ukCore('Observation-VitalSigns-BodyHeight'),
  pulseLying: ukCore('Observation-VitalSigns-HeartRate'),
}
const isVitalSign = (code: MeasureCode): boolean =>
  vitalSignProfiles[code] !== undefined || measureOf(code).group === 'bloodPressure'
const categoryOf = (code: MeasureCode) => {
  if (isVitalSign(code)) return 'vital-signs'
  return measureOf(code).group === 'confidence' ? 'survey' : 'exam'
}
const categories = { 'vital-signs': vitalSigns, survey, exam: examination } as const

const measuresCoded = Object.entries(measureCodesOf) as [MeasureCode, readonly Code[]][]
/** The code of a measure in one system, as SQL. */
const codeIn = (system: string) =>
  raw`case r.measure ${raw.join(
    measuresCoded.flatMap(([measure, all]) =>
      all
        .filter((code) => code.system === system)
        .map(({ code }) => raw`when ${raw.lit(measure)} then ${raw.lit(code)}`),
    ),
    raw` `,
  )} end`
const measured = raw.join(
  Object.entries(Object.groupBy(measureCodes, (code) => categoryOf(code))).map(
    ([name, all = []]) =>
      raw`when r.measure in (${raw.join(all.map((code) => raw.lit(code)))}) then ${raw.lit(name)}`,
  ),
  raw` `,
)

export const measureSource = recordSource('measure', {
  type: 'Observation',
  name: 'measure',
  profile: ({ measure }) => vitalSignProfiles[measure] ?? profile,
  search: {
    ...patient('subject'),
    status: final,
    category: token(raw`case ${measured} end`, categorySystem),
    code: {
      kind: 'token',
      codes: [
        { system: systems.snomed, is: codeIn(systems.snomed) },
        { system: systems.loinc, is: codeIn(systems.loinc) },
      ],
    },
    date: day('measuredDate'),
    performer: performedBy('clinicianId'),
  },
  toFhir: (row): Body<'Observation'> => {
    const measure = measureOf(row.measure)
    return filled({
      resourceType: 'Observation',
      status: 'final',
      category: categories[categoryOf(row.measure)],
      code: concept(measure.title, measureCodesOf[row.measure]),
      subject: aPatient(row.patientId),
      effectiveDateTime: row.measuredDate,
      performer: [aClinician(row.clinicianId, row.names.clinician)],
      valueQuantity: row.value === null ? undefined : quantity(row.value, measure.unit),
      dataAbsentReason: row.unable ? { ...notPerformed, text: 'Unable to do it' } : undefined,
      method: row.aid === null ? undefined : inWords(`Walking aid: ${aidTitle(row.aid)}`),
    })
  },
  fields: {
    measuredDate: 'effective',
    measure: 'code',
    value: 'value',
    unable: 'dataAbsentReason.text',
    aid: 'method.text',
    clinicianId: 'performer.reference',
  },
})

const notPerformed = {
  coding: [
    {
      system: 'http://terminology.hl7.org/CodeSystem/data-absent-reason',
      code: 'not-performed',
      display: 'Not Performed',
    },
  ],
}

interface Pressure {
  measuredDate: string
  position: string
  systolic: number
  diastolic: number
  systolicId: number
  diastolicId: number
  clinicianId: number
  clinician: string
}

/** Both values of one position, measured on one day, as the blood pressure that other systems look for. */
export const bloodPressureSource = source<Pressure, 'Observation'>({
  type: 'Observation',
  name: 'bp',
  entity: null,
  ofPathway: true,
  isDeletable: true,
  profile: ukCore('Observation-VitalSigns-BloodPressure'),
  outside: {},
  select: raw`
    select upper.id, upper.version + lower.version - 1 as version, true as "isActive",
      pathway.patient_id as "patientId", pathway.id as "pathwayId", greatest(upper.updated_at, lower.updated_at) as "recordedAt",
      recorder.display_name as "recordedBy", upper.measured_date as "measuredDate",
      substring(upper.measure from 9) as position, upper.value as systolic, lower.value as diastolic,
      upper.id as "systolicId", lower.id as "diastolicId", upper.clinician_id as "clinicianId",
      clinician.display_name as clinician
    from measure as upper
    join lateral (
      select other.id, other.version, other.updated_at, other.value from measure as other
      where other.pathway_id = upper.pathway_id and other.measured_date = upper.measured_date and other.is_active
        and other.measure = 'diastolic' || substring(upper.measure from 9) and other.value is not null
      -- The second pair of a day goes with the second, and a value without its pair with none.
      order by other.id limit 1 offset (
        select count(*) from measure as before where before.pathway_id = upper.pathway_id
          and before.measured_date = upper.measured_date and before.measure = upper.measure and before.is_active
          and before.value is not null and before.id < upper.id)) as lower on true
    join pathway on pathway.id = upper.pathway_id and pathway.is_active
    join clinician on clinician.id = upper.clinician_id
    left join app_user as recorder on recorder.id = upper.updated_by
    where upper.measure in ('systolicLying', 'systolicStanding1', 'systolicStanding3') and upper.is_active
      and upper.value is not null`,
  search: {
    ...patient('subject'),
    status: final,
    category: inCategory('vital-signs'),
    code: codedAs(codes.bloodPressure),
    date: day('measuredDate'),
    performer: performedBy('clinicianId'),
  },
  toFhir: (row): Body<'Observation'> => {
    const part = (text: string, all: readonly Code[], value: number): ObservationComponent => ({
      code: concept(text, all),
      // The profile names the unit in these words.
      valueQuantity: { ...quantity(value, 'mmHg'), unit: 'millimeter of mercury' },
    })
    return {
      resourceType: 'Observation',
      status: 'final',
      category: vitalSigns,
      code: concept('Blood pressure', codes.bloodPressure),
      subject: aPatient(row.patientId),
      effectiveDateTime: row.measuredDate,
      performer: [aClinician(row.clinicianId, row.clinician)],
      method: { text: positions[row.position] ?? row.position },
      component: [
        part('Systolic blood pressure', codes.systolic, row.systolic),
        part('Diastolic blood pressure', codes.diastolic, row.diastolic),
      ],
      derivedFrom: [
        refer('Observation', `measure-${row.systolicId}`),
        refer('Observation', `measure-${row.diastolicId}`),
      ],
    }
  },
  fields: {
    measuredDate: 'effective',
    position: 'method.text',
    systolic: 'component.value',
    diastolic: 'component.value',
    systolicId: 'derivedFrom.reference',
    diastolicId: 'derivedFrom.reference',
    clinicianId: 'performer.reference',
    clinician: 'performer.display',
  },
})
const positions: Readonly<Record<string, string>> = {
  Lying: 'Lying',
  Standing1: 'Standing for 1 minute',
  Standing3: 'Standing for 3 minutes',
}
