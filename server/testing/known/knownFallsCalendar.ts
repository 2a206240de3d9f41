import {
  countFallsOfMonth,
  getFallsCalendar,
  settleCalendarReply,
} from '../../../contract/care/fallsCalendar/calendar.ts'
import { calendarMonth } from '../../../contract/care/fallsCalendar/months.ts'
import {
  saveFallsCalendarConsent,
  type FallsCalendarConsent,
} from '../../../contract/patients/flags/fallsCalendarConsent.ts'
import { getPatient, savePatient, type PatientView } from '../../../contract/patients/patient.ts'
import { treatmentPlan } from '../../../contract/pathways/records/treatmentPlan.ts'
import type { InputOf } from '../../../contract/platform/calls/endpoint.ts'
import { addDays, today, type CalendarDate } from '../../../contract/platform/dates/dates.ts'
import { aClinician, aPathway, expectSaved, firstOf } from '../world/factories.ts'
import type { TestService } from '../process/service.ts'
import type { TestUser } from '../world/users.ts'
import type { World } from '../world/world.ts'
import { known, reads, writes, type KnownCall } from './knownCall.ts'

export const fallsCalendarConsentOf = (patientId: number): InputOf<typeof saveFallsCalendarConsent> => ({
  ...{ id: 0, patientId, askedDate: addDays(today(), -4) },
  ...{ byText: false, byMail: false, byCall: false, isSilentNumber: false, note: 'Rather not' },
})

type Ways = Partial<Pick<FallsCalendarConsent, 'byText' | 'byMail' | 'byCall' | 'isSilentNumber'>>

export const agreesToCalendar = async (
  service: TestService,
  user: TestUser,
  patientId: number,
  ways: Ways,
  askedDate: CalendarDate = addDays(today(), -1),
): Promise<void> => {
  const none = { byText: false, byMail: false, byCall: false, isSilentNumber: false }
  const answer = { ...none, ...ways, id: 0, patientId, askedDate }
  expectSaved('consent', await service.ask(saveFallsCalendarConsent, answer, user))
}

export interface CalendarPerson {
  pathwayId: number
  patientId: number
}

/** Somebody whose one treatment ended, and who agreed on that day to be asked. */
export const aCalendarPerson = async (
  service: TestService,
  user: TestUser,
  {
    endedDate,
    ways,
    phoneMobile = null,
    email = null,
  }: { endedDate: CalendarDate; ways: Ways; phoneMobile?: string | null; email?: string | null },
): Promise<CalendarPerson> => {
  const { id: pathwayId, patientId } = await aPathway(service, user, {
    referralDate: addDays(endedDate, -120),
  })
  const { body } = await service.ask(getPatient, { id: patientId }, user)
  const { pathways: _p, nextOfKin: _n, flags: _f, bmi: _b, names: _m, ...patient } = body as PatientView
  expectSaved('patient', await service.ask(savePatient, { ...patient, phoneMobile, email } as never, user))
  const plan = {
    ...{
      id: 0,
      pathwayId,
      treatmentDate: addDays(endedDate, -60),
      endedDate,
      patientGoals: 'To walk to the shop',
    },
    clinicianId: await aClinician(service),
    locationId: await firstOf(service, 'location'),
    goalsAchievedId: await firstOf(service, 'goals_achieved'),
  }
  expectSaved('plan', await service.ask(treatmentPlan.save, plan, user))
  await agreesToCalendar(service, user, patientId, ways, endedDate)
  return { pathwayId, patientId }
}

/** A question of the world's own referral about the month that ended yesterday, and a reply that somebody has to read. */
const aQuestion = async ({ service, pathway }: World): Promise<{ questionId: number; replyId: number }> => {
  const { periodFrom, periodTo } = calendarMonth(addDays(today(), -40), 1)
  const { rows } = await service.db.owner.query<{ questionId: number; replyId: number }>(
    `with asked as (
       insert into falls_calendar_question (pathway_id, month_number, period_from, period_to, asked_date)
       values ($1, 1, $2, $3, current_date)
       on conflict (pathway_id, period_from) do update set asked_date = excluded.asked_date returning id)
     insert into falls_calendar_reply (pathway_id, question_id, channel, words, received_at, falls, outcome)
     select $1, id, 'text', 'none thanks', clock_timestamp(), 0, 'toRead' from asked
     returning question_id::integer as "questionId", id::integer as "replyId"`,
    [pathway.id, periodFrom, periodTo],
  )
  const [row] = rows
  if (row === undefined) throw new Error('No question was stored')
  return row
}

const versionOf = async ({ service }: World, table: string, id: number): Promise<number> => {
  const { rows } = await service.db.owner.query<{ version: number }>(
    `select version from ${table} where id = $1`,
    [id],
  )
  return rows[0]?.version ?? 1
}

export const inputOfCount = async (world: World): Promise<InputOf<typeof countFallsOfMonth>> => {
  const { questionId: id } = await aQuestion(world)
  const version = await versionOf(world, 'falls_calendar_question', id)
  return { id, version, falls: 1, reason: 'Told by telephone' }
}

export const knownFallsCalendarCalls: readonly KnownCall[] = [
  known(getFallsCalendar, ({ pathway }) => ({ pathwayId: pathway.id }), reads()),
  known(countFallsOfMonth, inputOfCount, writes()),
  known(
    settleCalendarReply,
    async (world) => ({ id: (await aQuestion(world)).replyId, version: 1, as: 'read' as const }),
    writes(),
  ),
]
