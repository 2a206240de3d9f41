import {
  getCalendarFeed,
  renewCalendarFeed,
  withdrawCalendarFeed,
} from '../../../contract/care/appointments/calendarFeed.ts'
import { getDiary } from '../../../contract/care/appointments/diary.ts'
import { getBankHolidays } from '../../../contract/care/appointments/holidays.ts'
import { personAnswers, settlePersonAnswer } from '../../../contract/care/person/answer.ts'
import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import { after, known, nothing, reads, writes, type KnownCall } from './knownCall.ts'
import { aRecord, caseOf, groundOf } from '../values/recordCases.ts'
import type { World } from '../world/world.ts'

/** An appointment of the first patient with a new clinician, so that the diary holds nothing else. */
const aDiary = async ({ service, user, patient, pathway }: World) => {
  const ground = await groundOf(service, user, { pathwayId: pathway.id, patientId: patient.id })
  const appointmentDate = addDays(today(), -5)
  await aRecord(service, user, caseOf('appointment'), ground, { appointmentDate })
  return { from: appointmentDate, days: 1, clinicianId: ground.clinicianId }
}

/** Links the user to a clinician, as a calendar requires. */
const linkClinician = async ({ service, user }: World): Promise<void> => {
  await service.db.owner.query(
    `update app_user set clinician_id = coalesce(clinician_id, (
       select id from clinician where id not in (select clinician_id from app_user where clinician_id is not null) limit 1))
     where id = $1`,
    [user.userId],
  )
}

/** An answer on the own page of the first patient, which nobody has seen to. */
const anAnswer = async ({ service, pathway }: World) => {
  const { rows } = await service.db.owner.query<{ id: number; version: number }>(
    `insert into person_answer (pathway_id, kind, told, told_at) values ($1, 'wait', '{"answer":"unsure"}', clock_timestamp())
     returning id::integer, version`,
    [pathway.id],
  )
  const [answer] = rows
  if (answer === undefined) throw new Error('An answer')
  return answer
}

/** The calls about diaries and calendars, and about what patients said of appointments. */
export const knownAppointmentCalls: readonly KnownCall[] = [
  known(getDiary, aDiary, reads()),
  known(getBankHolidays, () => ({ from: today(), until: addDays(today(), 30) })),
  known(getCalendarFeed, {}),
  known(renewCalendarFeed, after(linkClinician, nothing)),
  known(withdrawCalendarFeed, {}),
  known(
    personAnswers,
    after(anAnswer, ({ pathway }) => ({ pathwayId: pathway.id })),
    reads(),
  ),
  known(settlePersonAnswer, anAnswer, writes()),
]
