import {
  getCalendarFeed,
  renewCalendarFeed,
  withdrawCalendarFeed,
} from '../../../contract/care/appointments/calendarFeed.ts'
import { getDiary } from '../../../contract/care/appointments/diary.ts'
import { getBankHolidays } from '../../../contract/care/appointments/holidays.ts'
import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import type { KnownCall } from './knownCall.ts'
import { aRecord, caseOf, groundOf } from '../values/recordCases.ts'
import type { World } from '../world/world.ts'

/** One on this day of the first patient, with a clinician of its own, so that nothing else is in the diary. */
const aDiary = async ({ service, user, patient, pathway }: World) => {
  const ground = await groundOf(service, user, { pathwayId: pathway.id, patientId: patient.id })
  const appointmentDate = addDays(today(), -5)
  await aRecord(service, user, caseOf('appointment'), ground, { appointmentDate })
  return { from: appointmentDate, days: 1, clinicianId: ground.clinicianId }
}

/** Ties the user to a clinician, as whoever has a calendar is. */
const tied = async ({ service, user }: World): Promise<object> => {
  await service.db.owner.query(
    `update app_user set clinician_id = coalesce(clinician_id, (
       select id from clinician where id not in (select clinician_id from app_user where clinician_id is not null) limit 1))
     where id = $1`,
    [user.userId],
  )
  return {}
}

/** The calls about diaries and calendars. */
export const knownAppointmentCalls: readonly KnownCall[] = [
  {
    call: getDiary,
    input: aDiary,
    patientData: { use: 'read', of: ({ patient }) => [patient.id] },
    saves: [],
  },
  {
    call: getBankHolidays,
    input: async () => ({ from: today(), until: addDays(today(), 30) }),
    patientData: null,
    saves: [],
  },
  { call: getCalendarFeed, input: async () => ({}), patientData: null, saves: [] },
  {
    call: renewCalendarFeed,
    input: async (world) => ({ ...(await tied(world)) }),
    patientData: null,
    saves: [],
  },
  { call: withdrawCalendarFeed, input: async () => ({}), patientData: null, saves: [] },
]
