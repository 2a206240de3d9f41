import { sql as raw, type Kysely } from 'kysely'
import type {
  CalendarQuestion,
  CalendarReply,
  FallRate,
  FallsCalendar,
} from '../../../contract/care/fallsCalendar/calendar.ts'
import { calendarMonth, calendarMonths } from '../../../contract/care/fallsCalendar/months.ts'
import { hasDied, type FlagFacts } from '../../../contract/patients/flags/chips.ts'
import type { CalendarDate } from '../../../contract/platform/dates/dates.ts'
import { flagFacts } from '../../patients/flags/read.ts'
import { readCalendarConsents } from '../../patients/safetyNets/view.ts'
import type { DB } from '../../platform/db/types.ts'
import { notFound } from '../../platform/errors.ts'
import { careOfPathway, openReferrals } from './facts.ts'
import { fallsBeforeCare, fallsDuringCare, monthDays } from './knownFalls.ts'

interface Read {
  patientId: number
  isOpen: boolean
  flags: FlagFacts
  careBeganOn: CalendarDate | null
  careEndedOn: CalendarDate | null
  isInCare: boolean
  questions: CalendarQuestion[]
  otherReplies: CalendarReply[]
  before: FallRate | null
  during: FallRate | null
  after: FallRate | null
}

const replyJson = raw`jsonb_build_object('id', reply.id, 'version', reply.version, 'channel', reply.channel, 'words', reply.words,
  'receivedAt', reply.received_at, 'falls', reply.falls, 'isUrgent', reply.is_urgent, 'outcome', reply.outcome,
  'settledBy', settler.display_name)`
const replies = (which: ReturnType<typeof raw>) => raw`coalesce((
  select jsonb_agg(${replyJson} order by reply.id desc) from falls_calendar_reply as reply
  left join app_user as settler on settler.id = reply.settled_by
  where ${which}), '[]')`

const questionJson = raw`jsonb_build_object('id', question.id, 'version', question.version, 'monthNumber', question.month_number,
  'periodFrom', question.period_from, 'periodTo', question.period_to, 'askedDate', question.asked_date, 'falls', question.falls,
  'countedFrom', question.counted_from, 'countedDate', question.counted_date, 'acceptedBy', accepter.display_name,
  'correctionReason', question.correction_reason,
  'tries', coalesce((
    select jsonb_agg(jsonb_build_object('channel', channel, 'state', state, 'askedDate', asked_date) order by try_number)
    from falls_calendar_try where question_id = question.id), '[]'),
  'replies', ${replies(raw`reply.question_id = question.id`)})`

const rateOf = (falls: ReturnType<typeof raw>, days: ReturnType<typeof raw>) => raw`
  case when ${falls} is not null and ${days} > 0 then jsonb_build_object('falls', (${falls})::integer, 'days', round(${days})::integer) end`

/** The calendar of a referral, open or closed, in one statement beside that of the consent. */
export const viewCalendar = async (
  sql: Kysely<DB>,
  pathwayId: number,
  isOn: boolean,
): Promise<FallsCalendar & { patientId: number }> => {
  const { rows } = await raw<Read>`
    with person as (
      select pathway.id as pathway_id, pathway.patient_id, care.began_on, care.is_open,
        case when care.is_open then pathway.discharge_date else care.last_ended end as ended_on
      from pathway cross join lateral (${careOfPathway}) as care
      where pathway.id = ${pathwayId})
    select patient.id as "patientId", ${openReferrals} as "isOpen", ${flagFacts('patient')} as flags,
      person.began_on as "careBeganOn", person.ended_on as "careEndedOn", person.is_open as "isInCare",
      coalesce((
        select jsonb_agg(${questionJson} order by question.period_to desc)
        from falls_calendar_question as question
        left join app_user as accepter on accepter.id = question.accepted_by
        where question.pathway_id = pathway.id), '[]') as questions,
      ${replies(raw`reply.pathway_id = pathway.id and reply.question_id is null`)} as "otherReplies",
      ${rateOf(raw`before.falls`, raw`before.days`)} as before,
      ${rateOf(raw`during.falls`, raw`(person.ended_on - person.began_on)`)} as during,
      ${rateOf(raw`after.falls`, raw`after.days`)} as after
    from person
    join pathway on pathway.id = person.pathway_id and pathway.is_active
    join patient on patient.id = person.patient_id and patient.is_active
    left join lateral (${fallsBeforeCare}) as before on true
    left join lateral (${fallsDuringCare}) as during on person.began_on is not null and person.ended_on is not null
    left join lateral (
      select sum(question.falls) as falls, sum(${monthDays}) as days
      from falls_calendar_question as question
      where question.pathway_id = pathway.id and question.falls is not null) as after on true`.execute(sql)
  const [read] = rows
  if (read === undefined) throw notFound()
  const [consent = null] = await readCalendarConsents(sql, read.patientId)
  const { patientId, questions, otherReplies, before, during, after, careEndedOn, isInCare } = read
  return {
    ...{ patientId, consent, questions, otherReplies },
    state: stateOf(read, consent, isOn),
    lastDay: careEndedOn === null || isInCare ? null : calendarMonth(careEndedOn, calendarMonths).periodTo,
    rates: { before, during, after },
  }
}

const stateOf = (
  { isOpen, flags, careBeganOn, careEndedOn, isInCare, questions }: Read,
  consent: FallsCalendar['consent'],
  isOn: boolean,
): FallsCalendar['state'] => {
  if (!isOpen || hasDied(flags)) return 'closed'
  if (consent === null) return 'notAsked'
  if (!consent.byText && !consent.byMail && !consent.byCall) return 'stopped'
  if (!isOn) return 'off'
  if (isInCare) return 'inCare'
  if (careBeganOn === null || careEndedOn === null) return 'beforeCare'
  return questions.some(({ monthNumber }) => monthNumber === calendarMonths) ? 'over' : 'running'
}
