import { sql as raw, type RawBuilder } from 'kysely'
import { recordKindNames, type RecordKindName } from '../../../contract/pathways/records/kinds.ts'
import { build, parameter, prepare } from '../../platform/db/query/compileOnce.ts'
import type { RecordKind } from '../../pathways/records/kind.ts'
import { recordKindsOnServer } from '../../pathways/records/kinds.ts'

/*
 * How much the page of a pathway reads (decision 145). PostgreSQL prepares every part of a statement for every run, and
 * most pathways have records of a few kinds only.
 */

/** What a statement of the page reads. A later extent reads everything that an earlier one does. */
export interface Extent {
  name: string
  kinds: ReadonlySet<RecordKindName>
  /** Appointments and classes, which may change the days that plans imply. */
  bookings: boolean
  /** Documents, and the names of the choices of a closed referral. */
  all: boolean
}

const course = ['frat', 'wellbeing', 'treatmentPlan', 'exercise', 'exerciseAttendance', 'followup'] as const
const visits = [
  ...course,
  ...(['bmi', 'contactNote', 'fall', 'measure', 'medicinesReview', 'fallsChecklist', 'appointment'] as const),
] as const

export const whole: Extent = { name: 'whole', kinds: new Set(recordKindNames), bookings: true, all: true }
export const extents: readonly Extent[] = [
  { name: 'as it begins', kinds: new Set(), bookings: false, all: false },
  { name: 'in its course', kinds: new Set(course), bookings: false, all: false },
  { name: 'with visits', kinds: new Set(visits), bookings: true, all: false },
  whole,
]

/** The choices that a referral has when it is closed. */
const closing = raw.join(
  [
    'declined_referral_id',
    'cancel_team_member_id',
    'discharge_reason_id',
    'discharge_clinician_id',
    'discharged_to_id',
    'vas_scale_id',
  ].map((column) => raw.ref(`pathway.${column}`)),
)

const isIn = (table: string, column: 'pathway_id' | 'patient_id', of: string): RawBuilder<boolean> =>
  raw<boolean>`exists (select from ${raw.table(table)} as one where one.${raw.ref(column)} = ${raw.ref(of)})`

/** A kind that the pathway has if it has the other: without a plan there is no attendance. */
const firstKind = (name: RecordKindName): RecordKindName =>
  recordKindsOnServer[name].parent.column === 'exercise_id' ? 'exercise' : name

/** Whether there is a record of the kind. Deleted ones count, so that an index has the answer. */
const hasKind = (name: RecordKindName): RawBuilder<boolean> => {
  const { table, parent }: Pick<RecordKind<never>, 'table' | 'parent'> = recordKindsOnServer[name]
  return parent.column === 'patient_id'
    ? isIn(table, 'patient_id', 'pathway.patient_id')
    : isIn(table, 'pathway_id', 'pathway.id')
}

/** What an extent reads that the one before does not. */
const added = extents.map(({ kinds, bookings, all }, place): RawBuilder<boolean>[] => {
  const before = extents[place - 1]
  const further = [...kinds].filter((name) => before?.kinds.has(name) !== true)
  return [
    ...[...new Set(further.map(firstKind))].map(hasKind),
    ...(bookings && before?.bookings === false ? [isIn('class_place', 'pathway_id', 'pathway.id')] : []),
    ...(all && before?.all === false
      ? [isIn('document', 'pathway_id', 'pathway.id'), raw<boolean>`num_nonnulls(${closing}) > 0`]
      : []),
  ]
})

const any = (conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> =>
  conditions.length === 0 ? raw.lit(false) : raw<boolean>`(${raw.join(conditions, raw` or `)})`

/** Whether the pathway has anything that the extent leaves out. For a statement over `pathway`. */
export const hasMoreThan = (extent: Extent): RawBuilder<boolean> =>
  any(added.slice(extents.indexOf(extent) + 1).flat())

/** The pathway of a prepared statement's two values, if it belongs to the patient, who may be null (CS-1). */
export const isAsked = raw<boolean>`pathway.id = ${parameter(1, 'bigint')} and pathway.is_active
  and pathway.patient_id = coalesce(${parameter(2, 'bigint')}, pathway.patient_id)`

/** The place in `extents` of the first that leaves nothing out. */
export const readExtent = prepare(
  'see how much a pathway has',
  build
    .selectFrom('pathway')
    .select(
      raw<number>`case ${raw.join(
        added
          .map((conditions, place) => raw`when ${any(conditions)} then ${raw.lit(place)}`)
          .slice(1)
          .toReversed(),
        raw` `,
      )} else 0 end`.as('extent'),
    )
    .where(isAsked),
)
