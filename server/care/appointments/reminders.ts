import { sql as raw, type Kysely } from 'kysely'
import type { TaskList } from 'graphile-worker'
import {
  reminderChannel,
  reminderDaysBefore,
  reminderHours,
  type ReminderFacts,
} from '../../../contract/care/appointments/reminder.ts'
import { addDays, today, type CalendarDate } from '../../../contract/platform/dates/dates.ts'
import type { AppointmentType } from '../../../contract/pathways/records/appointment.ts'
import { londonClock } from '../../../contract/platform/dates/wallTime.ts'
import type { AccountsService } from '../../accounts/settings/service.ts'
import { taskOf, type Job } from '../../platform/db/jobs/jobs.ts'
import type { DB } from '../../platform/db/types.ts'
import type { Courier } from '../../platform/messages/couriers.ts'
import { appointmentMail, appointmentText } from '../../platform/messages/texts.ts'
import { latestConsent, reminderFacts, tellPatient } from '../telling/tellPatient.ts'

/** Nine attempts retry for more than an hour. */
const sendReminder: Job<{ reminderId: number }> = { name: 'sendReminder', attempts: 9 }

/** Future appointments, not cancelled, of an open referral of a registered patient. */
const toCome = (day: CalendarDate) => raw`
  appointment.is_active and appointment.outcome is null and appointment.appointment_date > ${day}
  and pathway.is_active and pathway.discharge_date is null and pathway.cancel_referral_date is null
  and patient.is_active`

/**
 * Records the reminders that are due and queues a job for each in the same statement, so that none is recorded and
 * then forgotten. The decision whether and how to send is taken again when the job runs. There is at most one
 * reminder for each date and time of an appointment.
 */
export const queueReminders = async (sql: Kysely<DB>, day: CalendarDate): Promise<number> => {
  const { rows: due } = await raw<{ id: number; date: string; time: string; facts: ReminderFacts }>`
    select appointment.id, appointment.appointment_date as date, appointment.start_time as time, ${reminderFacts} as facts
    from appointment
    join pathway on pathway.id = appointment.pathway_id
    join patient on patient.id = pathway.patient_id
    join lateral (${latestConsent}) as consent on true
    where ${toCome(day)} and appointment.appointment_date <= ${addDays(day, reminderDaysBefore)}
      and (appointment.created_at at time zone 'Europe/London')::date < ${day}
      and not exists (
        select from appointment_reminder as reminder where reminder.appointment_id = appointment.id
          and reminder.appointment_date = appointment.appointment_date
          and reminder.start_time = appointment.start_time)
    order by appointment.id`.execute(sql)
  const noted = due.flatMap(({ facts, ...slot }) => {
    const channel = reminderChannel(facts)
    return channel === null ? [] : [{ ...slot, channel }]
  })
  if (noted.length === 0) return 0
  const { rows } = await raw`
    with added as (
      insert into appointment_reminder (appointment_id, appointment_date, start_time, channel)
      select id, date, time, channel
      from jsonb_to_recordset(${JSON.stringify(noted)}::jsonb) as noted (id bigint, date date, time text, channel text)
      on conflict do nothing returning id)
    select graphile_worker.add_job(${sendReminder.name}::text, json_build_object('reminderId', id),
      max_attempts => ${sendReminder.attempts}::integer) from added`.execute(sql)
  return rows.length
}

interface Waiting {
  state: string
  appointmentId: number
  patientId: number
  pathwayId: number
  day: string
  time: string
  type: AppointmentType
  stands: boolean
  facts: ReminderFacts
}

const readWaiting = async (sql: Kysely<DB>, id: number, day: CalendarDate): Promise<Waiting | undefined> => {
  const { rows } = await raw<Waiting>`
    select reminder.state, appointment.id as "appointmentId", patient.id as "patientId", pathway.id as "pathwayId",
      appointment.appointment_date as day, appointment.start_time as time, appointment.appointment_type as type,
      ${toCome(day)} and appointment.appointment_date = reminder.appointment_date
        and appointment.start_time = reminder.start_time as stands,
      ${reminderFacts} as facts
    from appointment_reminder as reminder
    join appointment on appointment.id = reminder.appointment_id
    join pathway on pathway.id = appointment.pathway_id
    join patient on patient.id = pathway.patient_id
    left join lateral (${latestConsent}) as consent on true
    where reminder.id = ${id}`.execute(sql)
  return rows[0]
}

const settle = async (sql: Kysely<DB>, id: number, state: 'sent' | 'dropped'): Promise<void> => {
  await sql
    .updateTable('appointment_reminder')
    .set({ state, settled_at: raw<string>`clock_timestamp()` })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute()
}

/** The queue's tasks for reminders. They do nothing if the installation sends no reminders. */
export const reminderTasks = (service: AccountsService, courier: Courier): TaskList => {
  const { db, accounts, clock } = service

  return {
    queueReminders: async () => {
      const { day, time } = londonClock(clock())
      if (accounts.reminders === null || time < reminderHours.from || time >= reminderHours.until) return
      await queueReminders(db.sql, day)
    },
    ...taskOf(sendReminder, async ({ reminderId }, key) => {
      const waiting = await readWaiting(db.sql, reminderId, today(clock()))
      if (waiting?.state !== 'waiting') return
      // The appointment may have been moved or cancelled since, or the patient may have died or withdrawn consent.
      const channel = waiting.stands ? reminderChannel(waiting.facts) : null
      const isSent =
        channel !== null &&
        (await tellPatient(
          service,
          courier,
          channel,
          waiting.facts,
          {
            text: (setting) => appointmentText(setting, waiting),
            mail: (setting) => appointmentMail(setting, waiting),
          },
          { key, purpose: 'reminder', about: waiting },
        )) === 'sent'
      await settle(db.sql, reminderId, isSent ? 'sent' : 'dropped')
      if (!isSent) return
      await service.audit.append({
        kind: 'write',
        action: 'appointment reminder',
        status: 200,
        userId: null,
        sessionId: null,
        role: null,
        patientIds: [waiting.patientId],
        pathwayIds: [waiting.pathwayId],
        criteria: { channel },
        records: [{ entity: 'appointment', id: waiting.appointmentId }],
        requestId: `reminder-${reminderId}`,
        address: null,
      })
    }),
  }
}
