import { sql as raw, type RawBuilder } from 'kysely'
import type { CalendarDate } from '../../../contract/platform/dates/dates.ts'
import {
  equipmentFitDays,
  onwardAnswerDays,
  onwardOutcomeDays,
} from '../../../contract/pathways/outstanding.ts'
import { cancelledOutcomes } from '../../../contract/pathways/records/appointment.ts'
import { redFlagSigns } from '../../../contract/reference/redFlagSigns.ts'
import type { Value } from '../../platform/db/query/compileOnce.ts'
import { unsentLetters } from './unsentLetters.ts'

/*
 * contract/pathways/outstanding.ts in SQL: rows (what, id, version, pathway_id, patient_id, is_dead, is_ordered, item,
 * item_day, due) of everything that is awaited, due or not. Filter them by pathway_id or due.
 */

const days = (count: number) => raw`${raw.lit(count)}::integer`

/**
 * Onward referrals of open referrals only: after a closing somebody else looks after the person, and nobody is to be
 * asked about a person who has died.
 */
const onwardWaiting = raw`
  select case when sent.received_date is null then 'onwardAnswer' else 'onwardOutcome' end as what, sent.id, sent.version,
    sent.pathway_id, work_list.patient_id, false as is_dead, true as is_ordered, refer_to.name as item, sent.referral_date as item_day,
    case
      when sent.chase_date > sent.received_date or (sent.chase_date is not null and sent.received_date is null) then sent.chase_date
      when sent.received_date is null then sent.referral_date + ${days(onwardAnswerDays)}
      else sent.referral_date + ${days(onwardOutcomeDays)} end as due
  from onward_referral as sent
  join work_list on work_list.pathway_id = sent.pathway_id and not work_list.deceased
  join refer_to on refer_to.id = sent.refer_to_id
  where sent.is_active and sent.outcome is null and sent.answer is distinct from 'refused'`

/** Equipment of any referral, open or closed, because it is out either way. */
const equipmentWaiting = raw`
  select case when thing.fitted_date is null then 'equipmentFit' else 'equipmentBack' end as what, thing.id, thing.version,
    thing.pathway_id, pathway.patient_id, died.yes is not null as is_dead, thing.ordered_date is not null as is_ordered,
    concat_ws(': ', equipment.name, thing.other) as item, begun.day as item_day,
    case
      when died.yes then greatest(died.day, begun.day)
      when thing.fitted_date is null then begun.day + ${days(equipmentFitDays)}
      else thing.due_back_date end as due
  from equipment_assessment as thing
  join pathway on pathway.id = thing.pathway_id and pathway.is_active
  join patient on patient.id = pathway.patient_id and patient.is_active
  join equipment on equipment.id = thing.equipment_id
  cross join lateral (select coalesce(thing.fitted_date, thing.ordered_date, thing.asked_date) as day) as begun
  left join lateral (
    select true as yes, least(patient.deceased_date, min(said.day)) as day
    from (select day::date from jsonb_array_elements_text(said_dead_days(patient.id)) as day) as said
    having patient.deceased_date is not null or count(*) > 0
  ) as died on true
  where thing.is_active and thing.ended is null
    and (thing.asked_date is not null or thing.ordered_date is not null or thing.fitted_date is not null)`

/** The sign of a row named `flag`, in words. */
export const signInWords = raw`case flag.category ${raw.join(
  redFlagSigns.map(({ code, short }) => raw`when ${raw.lit(code)} then ${raw.lit(short)}`),
  raw` `,
)} end`

/**
 * Red flags of any living patient, whether or not a referral is open: an open flag has an owner until it is ended
 * (decision 127).
 */
const redFlagsOpen = raw`
  select 'redFlag' as what, flag.id, flag.version, flag.pathway_id, flag.patient_id, false as is_dead,
    flag.action is not null as is_ordered, 'Red flag: ' || ${signInWords} as item, flag.found_date as item_day,
    flag.review_date as due
  from open_red_flag as flag`

/**
 * Letters that were started and never signed, once the referral is closed. While it is open, the letter is a task of
 * its owner; once signed, it is among the letters to send.
 */
const lettersUnsigned = raw`
  select 'letterDraft' as what, unsent.id, unsent.version, unsent.pathway_id, pathway.patient_id,
    patient.deceased_date is not null as is_dead, false as is_ordered, 'Letter: ' || unsent.title as item, unsent.day as item_day,
    unsent.due_date as due
  from (${unsentLetters}) as unsent
  join pathway on pathway.id = unsent.pathway_id and pathway.is_active
    and (pathway.cancel_referral_date is not null or pathway.discharge_date is not null)
  join patient on patient.id = pathway.patient_id and patient.is_active
  where not unsent.is_signed`

/**
 * Cancelled appointments of which the person does not know, once the referral is closed: nobody should travel in vain.
 * While it is open, the task is on Today.
 */
const cancellationsUnknown = raw`
  select 'cancellation' as what, task.id, task.version, task.pathway_id, pathway.patient_id, false as is_dead, false as is_ordered,
    'Appointment cancelled' as item, appointment.appointment_date as item_day, task.due_date as due
  from task
  join appointment on appointment.id = task.appointment_id and appointment.is_active
    and appointment.outcome in (${raw.join(cancelledOutcomes.map((outcome) => raw.lit(outcome)))})
  join pathway on pathway.id = task.pathway_id and pathway.is_active
    and (pathway.cancel_referral_date is not null or pathway.discharge_date is not null)
  join patient on patient.id = pathway.patient_id and patient.is_active and patient.deceased_date is null
  where task.closed_at is null and not exists (select from said_dead where said_dead.patient_id = patient.id)`

/** Links to the own page that were not sent, or ended while somebody had them, once the referral is closed. */
const linksUnsent = raw`
  select 'cancellation' as what, task.id, task.version, task.pathway_id, pathway.patient_id, false as is_dead, false as is_ordered,
    'Link to the own page' as item, task.due_date as item_day, task.due_date as due
  from task
  join pathway on pathway.id = task.pathway_id and pathway.is_active
    and (pathway.cancel_referral_date is not null or pathway.discharge_date is not null)
  join patient on patient.id = pathway.patient_id and patient.is_active and patient.deceased_date is null
  where task.person_link_id is not null and task.closed_at is null
    and not exists (select from said_dead where said_dead.patient_id = patient.id)`

/**
 * Everything that a referral waits for, except letters. Leaves out what has no due day, such as equipment that nobody
 * wants back.
 */
export const waiting: RawBuilder<unknown> = raw`
  select * from (${onwardWaiting} union all ${equipmentWaiting}) as waiting where waiting.due is not null`

const dueOn = (rows: RawBuilder<unknown>, today: Value<CalendarDate>): RawBuilder<unknown> =>
  raw`select * from (${rows}) as outstanding where outstanding.due <= ${today}::date`

/** What is due on a day. */
export const outstandingOn = (today: Value<CalendarDate>): RawBuilder<unknown> =>
  raw.join(
    [waiting, redFlagsOpen, lettersUnsigned, cancellationsUnknown, linksUnsent].map((rows) =>
      dueOn(rows, today),
    ),
    raw` union all `,
  )

/** Only the equipment that is due. For a single referral, the whole list would read every open onward referral. */
export const equipmentOn = (today: Value<CalendarDate>): RawBuilder<unknown> => dueOn(equipmentWaiting, today)

/** Joins the owner to these rows as `found`. For a closed referral that is the last owner, if they still work here. */
export const ownerOfFound = raw`
  left join pathway_owner as owned on owned.pathway_id = found.pathway_id
  left join clinician_in_service as owner on owner.id = owned.clinician_id`
