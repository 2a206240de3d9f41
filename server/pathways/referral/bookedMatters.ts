import { sql as raw, type Kysely } from 'kysely'
import type { CalendarDate } from '../../../contract/platform/dates/dates.ts'
import { formatDate } from '../../../contract/platform/words/format.ts'
import { appointmentTypeTitle, type AppointmentType } from '../../../contract/pathways/records/appointment.ts'
import type { DB } from '../../platform/db/types.ts'

interface Booked {
  type: AppointmentType
  day: string
  startTime: string
  clinician: string
}

/**
 * The sentences about future appointments and classes in the closing checklist. Both end with the referral, so the person
 * has to know of it.
 */
export const bookedSentences = async (
  sql: Kysely<DB>,
  pathwayId: number,
  today: CalendarDate,
): Promise<string[]> => {
  const { rows: appointments } = await raw<Booked>`
    select appointment_type as type, appointment_date as day, start_time as "startTime", clinician.display_name as clinician
    from appointment
    join clinician on clinician.id = appointment.clinician_id
    where pathway_id = ${pathwayId} and appointment.is_active and outcome is null and appointment_date >= ${today}
    order by appointment_date, start_time, appointment.id`.execute(sql)
  const { rows: classes } = await raw<{ name: string; isWaiting: boolean }>`
    select class.name, member.state = 'waiting' as "isWaiting"
    from class_member as member
    join exercise_class as class on class.id = member.class_id
    where member.pathway_id = ${pathwayId} and member.ended_how is null
    order by class.name, member.id`.execute(sql)
  return [
    ...appointments.map(
      ({ type, day, startTime, clinician }) =>
        `An appointment is booked: ${appointmentTypeTitle(type).toLowerCase()} on ${formatDate(day)} at ${startTime} with ${clinician}.`,
    ),
    ...classes.map(({ name, isWaiting }) =>
      isWaiting
        ? `The person is waiting for a place in the class “${name}”.`
        : `The person has a place in the class “${name}”, which ends with the referral.`,
    ),
  ]
}
