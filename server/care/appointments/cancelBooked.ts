import { sql as raw, type Kysely } from 'kysely'
import type { TaskList } from 'graphile-worker'
import {
  reminderChannel,
  reminderHours,
  type ReminderFacts,
} from '../../../contract/care/appointments/reminder.ts'
import type { CalendarDate } from '../../../contract/platform/dates/dates.ts'
import { bookedAhead } from '../../../contract/pathways/referral/booked.ts'
import type { AppointmentOutcome, AppointmentType } from '../../../contract/pathways/records/appointment.ts'
import { instantAt, londonClock } from '../../../contract/platform/dates/wallTime.ts'
import type { AccountsService } from '../../accounts/settings/service.ts'
import { queueJob, taskOf, type Job } from '../../platform/db/jobs/jobs.ts'
import type { DB } from '../../platform/db/types.ts'
import { forbidden, ValidationProblem } from '../../platform/errors.ts'
import type { Courier } from '../../platform/messages/couriers.ts'
import { cancellationMail, cancellationText } from '../../platform/messages/texts.ts'
import type { CancelBooked } from '../../pathways/referral/closing.ts'
import type { RecordDeath } from '../../patients/patient/death.ts'
import { appointmentColumns, appointmentKind } from '../../pathways/records/appointment.ts'
import { saveRecord } from '../../pathways/records/store.ts'
import { selected } from '../../platform/writes/columns.ts'
import { byDay } from '../telling/tell.ts'
import { latestConsent, reminderFacts, tellPatient } from '../telling/tellPatient.ts'

/** Nine attempts retry for more than an hour. */
const sendCancellation: Job<{ appointmentId: number }> = { name: 'sendCancellation', attempts: 9 }

const notToBeTold =
  'This person cannot be notified by text or e-mail: they have not agreed to it, or the service sends none. Choose another way'

const tooLate = `Messages are sent from ${reminderHours.from} to ${reminderHours.until}, and the next would arrive too late: ring the person, and choose another way`

const startOf = ({ appointmentDate, startTime }: { appointmentDate: CalendarDate; startTime: string }) =>
  instantAt(appointmentDate, startTime)

/**
 * Cancels the future appointments of a referral through the usual save, before the referral is closed and can no
 * longer be changed: none outlasts it. If the patient is to get a message, it is queued in the same transaction and sent
 * after the commit. A sender that does not say how the person is told gets a message sent if the person agreed to one.
 */
export const cancelBookedWith =
  ({ accounts, clock }: AccountsService, recordDeath: RecordDeath): CancelBooked =>
  async (writing, { pathwayId, patientId, may }, answers) => {
    const { bookedAppointments: answer = null, bookedIds, openPlansConfirmed } = answers
    const willBeAsked = openPlansConfirmed === false
    if (answer === null && willBeAsked) return
    const now = londonClock(clock())
    const rows = await writing.sql
      .selectFrom('appointment')
      .select(['appointment.id', 'appointment.version'])
      .select(selected('appointment', appointmentColumns))
      .where('pathway_id', '=', pathwayId)
      .where('is_active', '=', true)
      .where('appointment_date', '>=', now.day)
      .orderBy('id')
      // The table holds only these codes.
      .$narrowType<{ appointmentType: AppointmentType; outcome: AppointmentOutcome | null }>()
      .execute()
    // Leaves appointments that a colleague has booked in the meantime to the question about open matters, because the
    // user has not seen them.
    const ahead = bookedAhead(rows, now).filter(({ id }) => !willBeAsked || (bookedIds?.includes(id) ?? true))
    if (ahead.length === 0) return
    if (answer !== null && !may('clinical.write')) throw forbidden()
    const leaves = byDay(clock())
    const isTold = accounts.reminders !== null && (await canBeTold(writing.sql, patientId))
    const isTooLate = ahead.some((each) => startOf(each) <= leaves)
    if (answer === 'message' && !isTold) throw new ValidationProblem({ bookedAppointments: notToBeTold })
    if (answer === 'message' && isTooLate) throw new ValidationProblem({ bookedAppointments: tooLate })
    const isMessaged = answer === 'message' || (answer === null && isTold && !isTooLate)
    for (const each of ahead) {
      const cancelled = { ...each, pathwayId, outcome: 'cancelledByService' as const }
      await saveRecord(
        writing,
        appointmentKind,
        { ...cancelled, note: each.note ?? undefined, afterDeathConfirmed: true },
        recordDeath,
      )
      if (isMessaged) await queueJob(writing.sql, sendCancellation, { appointmentId: each.id }, leaves)
    }
  }

const canBeTold = async (sql: Kysely<DB>, patientId: number): Promise<boolean> => {
  const { rows } = await raw<{ facts: ReminderFacts }>`
    select ${reminderFacts} as facts from patient
    left join lateral (${latestConsent}) as consent on true
    where patient.id = ${patientId}`.execute(sql)
  return rows[0] !== undefined && reminderChannel(rows[0].facts) !== null
}

interface Cancelled {
  patientId: number
  pathwayId: number
  day: string
  time: string
  type: AppointmentType
  facts: ReminderFacts
}

/** Finds nothing if the appointment has since been booked again or deleted: then no message is sent. */
const readCancelled = async (sql: Kysely<DB>, id: number): Promise<Cancelled | undefined> => {
  const { rows } = await raw<Cancelled>`
    select patient.id as "patientId", pathway.id as "pathwayId", appointment.appointment_date as day,
      appointment.start_time as time, appointment.appointment_type as type, ${reminderFacts} as facts
    from appointment
    join pathway on pathway.id = appointment.pathway_id
    join patient on patient.id = pathway.patient_id
    left join lateral (${latestConsent}) as consent on true
    where appointment.id = ${id} and appointment.is_active and appointment.outcome = 'cancelledByService'
      and patient.is_active`.execute(sql)
  return rows[0]
}

/**
 * The queue's task for cancellation messages. A message that cannot be sent is retried, and ends up among the failed
 * jobs.
 */
export const cancellationTasks = (service: AccountsService, courier: Courier): TaskList =>
  taskOf(sendCancellation, async ({ appointmentId }, key) => {
    const cancelled = await readCancelled(service.db.sql, appointmentId)
    const channel = cancelled === undefined ? null : reminderChannel(cancelled.facts)
    if (cancelled === undefined || channel === null) return
    const now = service.clock()
    // A retry may run at night, or too late to be useful.
    if (startOf({ appointmentDate: cancelled.day, startTime: cancelled.time }) <= now) return
    if (byDay(now) > now) return queueJob(service.db.sql, sendCancellation, { appointmentId }, byDay(now))
    const outcome = await tellPatient(
      service,
      courier,
      channel,
      cancelled.facts,
      {
        text: (setting) => cancellationText(setting, cancelled),
        mail: (setting) => cancellationMail(setting, cancelled),
      },
      { key, purpose: 'cancelled', about: { pathwayId: cancelled.pathwayId, appointmentId } },
    )
    if (outcome === 'refused') return
    if (outcome === 'notSent')
      throw new Error(`The message that appointment ${appointmentId} is cancelled could not be sent`)
    await service.audit.append({
      kind: 'write',
      action: 'appointment cancellation',
      status: 200,
      userId: null,
      sessionId: null,
      role: null,
      patientIds: [cancelled.patientId],
      pathwayIds: [cancelled.pathwayId],
      criteria: { channel },
      records: [{ entity: 'appointment', id: appointmentId }],
      requestId: `cancellation-${appointmentId}`,
      address: null,
    })
  })
