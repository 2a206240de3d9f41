import { sql as raw } from 'kysely'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import type { z } from 'zod'
import { today } from '../../contract/dates.ts'
import { formatDate } from '../../contract/format.ts'
import {
  appointment,
  type appointmentInput,
  appointmentRecord,
  cancelledOutcomes,
  isCancelled,
  outcomeBeforeDay,
  tooFarAhead,
  type AppointmentOutcome,
  type AppointmentType,
} from '../../contract/records/appointment.ts'
import { endOf } from '../../contract/wallTime.ts'
import { advisoryLock } from '../db/advisoryLock.ts'
import { ValidationProblem } from '../errors.ts'
import { selected, type ColumnsOf } from '../writes/columns.ts'
import type { StoredRow } from '../writes/saveRow.ts'
import type { Writing } from '../writes/write.ts'
import { recordKind, selectFrom, stamp } from './kind.ts'
import { onPathway } from './parents.ts'

type AppointmentInput = z.output<typeof appointmentInput>
type Stored = StoredRow<'appointment'> | null

export const appointmentColumns = {
  appointmentDate: 'appointment_date',
  appointmentType: 'appointment_type',
  startTime: 'start_time',
  minutes: 'minutes',
  locationId: 'location_id',
  clinicianId: 'clinician_id',
  outcome: 'outcome',
  note: 'note',
} as const satisfies ColumnsOf<
  AppointmentInput,
  'appointment',
  'id' | 'version' | 'pathwayId' | 'patientId' | 'afterDeathConfirmed' | 'unusualConfirmed'
>

const outcomeAfter = ({ outcome }: AppointmentInput, before: Stored): AppointmentOutcome | null =>
  // The table holds no other.
  outcome === undefined ? ((before?.outcome ?? null) as AppointmentOutcome | null) : outcome

interface Other {
  day: string
  time: string
  minutes: number
}

/**
 * What else the clinician has at that time: appointments that were not cancelled, and sessions of classes. Instants are compared, so
 * that the hour which an autumn Sunday has twice is right too. Whom it is with is not said.
 */
const othersThen = async (
  { sql }: Writing,
  { appointmentDate: day, startTime, minutes, clinicianId }: AppointmentInput,
  id: number,
): Promise<Other[]> => {
  const from = raw`(${day}::date + ${startTime}::time) at time zone 'Europe/London'`
  const overlaps = (date: string) =>
    raw`other.${raw.ref(date)} between ${day}::date - 1 and ${day}::date + 1
      and (other.${raw.ref(date)} + other.start_time::time) at time zone 'Europe/London' < ${from} + make_interval(mins => ${minutes}::integer)
      and (other.${raw.ref(date)} + other.start_time::time) at time zone 'Europe/London' + make_interval(mins => other.minutes) > ${from}`
  const { rows } = await raw<Other>`
    select day, time, minutes from (
      select other.appointment_date as day, other.start_time as time, other.minutes
      from appointment as other
      join pathway on pathway.id = other.pathway_id and pathway.is_active
      where other.clinician_id = ${clinicianId} and other.is_active and other.id <> ${id}
        and coalesce(other.outcome, '') <> all(${[...cancelledOutcomes]}::text[]) and ${overlaps('appointment_date')}
      union all
      select other.session_date, other.start_time, other.minutes
      from class_session as other
      where other.clinician_id = ${clinicianId} and ${overlaps('session_date')}) as others
    order by day, time limit 3`.execute(sql)
  return rows
}

export const appointmentKind = recordKind(appointment, {
  entity: 'appointment',
  table: 'appointment',
  labels: appointmentRecord.labels,
  parent: onPathway,
  identityOf: (input) => ({ ...input, parentId: input.pathwayId }),
  columns: appointmentColumns,
  settle: async ({ sql }, input, before) => {
    // Whoever books the same clinician meanwhile waits, and is then asked about this booking.
    await advisoryLock(sql, `appointments of clinician ${input.clinicianId}`)
    const outcome = outcomeAfter(input, before)
    if (outcome !== null && !isCancelled(outcome) && input.appointmentDate > today())
      throw new ValidationProblem({ outcome: outcomeBeforeDay })
    return {}
  },
  unusual: async (writing, input, before) => {
    const { appointmentDate: day } = input
    const isThen =
      before?.appointment_date === day &&
      before.start_time === input.startTime &&
      before.minutes === input.minutes &&
      before.clinician_id === input.clinicianId
    // What was booked so was asked about then.
    if (isThen || isCancelled(outcomeAfter(input, before))) return []
    const others = await othersThen(writing, input, before?.id ?? 0)
    return [
      ...others.map(
        (other) =>
          `The clinician has something else on ${formatDate(other.day)} from ${other.time} to ${endOf(other.day, other.time, other.minutes)}.`,
      ),
      ...(tooFarAhead(day, today()) ? [`${formatDate(day)} is more than two years ahead.`] : []),
    ]
  },
  // Staff write it among themselves.
  readOutside: { note: null },
  select: selectFrom('appointment as record')
    .innerJoin('pathway', 'pathway.id', 'record.pathway_id')
    .leftJoin('app_user as recorder', 'recorder.id', 'record.updated_by')
    .innerJoin('location', 'location.id', 'record.location_id')
    .innerJoin('clinician', 'clinician.id', 'record.clinician_id')
    .leftJoin('appointment_reminder as reminder', (join) =>
      join
        .onRef('reminder.appointment_id', '=', 'record.id')
        .onRef('reminder.appointment_date', '=', 'record.appointment_date')
        .onRef('reminder.start_time', '=', 'record.start_time')
        .on('reminder.state', '=', raw.lit('sent')),
    )
    .where('pathway.is_active', '=', raw.lit(true))
    .select(stamp)
    .select(selected('record', appointmentColumns))
    .select('reminder.settled_at as remindedAt')
    .select((row) =>
      jsonBuildObject({
        location: row.ref('location.name'),
        clinician: row.ref('clinician.display_name'),
      }).as('names'),
    )
    // The table holds no other.
    .$narrowType<{ appointmentType: AppointmentType; outcome: AppointmentOutcome | null }>(),
  days: ['appointmentDate'],
})
