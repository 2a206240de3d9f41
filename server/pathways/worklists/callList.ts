import { sql as raw, type Kysely, type RawBuilder } from 'kysely'
import type { QuestionsTold } from '../../../contract/care/person/questions.ts'
import { linesOfTold } from '../../../contract/care/person/questionsTaken.ts'
import { saidInWords, saidKinds, type Said } from '../../../contract/pathways/records/said.ts'
import { mostCalls, type CallList, type CallListRow } from '../../../contract/pathways/worklists/callList.ts'
import { refusalsWithCalls } from '../../../contract/patients/flags/flagKinds.ts'
import type { DB } from '../../platform/db/types.ts'
import { hasToBeRead } from './answersToRead.ts'
import { extraFieldSql } from './extraFields.ts'
import type { DueBy } from './read.ts'
import { waitSaid, waitSaidInWords, type WaitSaid } from './saidOfWait.ts'

type Row = Omit<CallListRow, 'flags' | 'saidOfWait'>
type ReadCallList = Omit<CallList, 'rows' | 'calendar'> & { rows: Omit<CallListRow, 'flags'>[] }

/** The latest answer on the own page that nobody has seen to; one that somebody has to read before all is well. */
type SaidHere = { at: string } & (
  { kind: 'questions'; told: QuestionsTold } | { kind: Said['kind']; told: Omit<Said, 'kind'> }
)

const wordsOf = (said: SaidHere): string =>
  said.kind === 'questions'
    ? linesOfTold(said.told).join('. ')
    : saidInWords({ kind: said.kind, ...said.told } as Said)

interface Counted {
  rows: (Row & {
    said: SaidHere | null
    waitSaid: WaitSaid | null
  })[]
  total: number
  to_ring_now: number
  consent_refused: number
  declined: number
}

/** Whether a flag says that the patient refused consent to being rung, or refused consent without saying to what. */
const refusedCalls = raw`exists (
          select from patient_flag as flag
          where flag.patient_id = patient.id and flag.kind = 'consentRefused' and flag.ended_at is null
            and (flag.category is null or flag.category not in (${raw.join(refusalsWithCalls.map((code) => raw.lit(code)))})))`

/** Whether nobody may ring a row of `patient`. */
export const mustNotBeRung = raw`(
  patient.consent_refused_date is not null or patient.time_consent_refused is not null or ${refusedCalls})`

/**
 * The patients whose call is due on a day: everybody who awaits a follow-up, once the window around its day (the target
 * of the list) is open or the day of the next try has come. People who have died are excluded. People who refused
 * consent, or declined the call, are marked, and must not be rung. Tries are the calls since the patient was last
 * reached, as in contract/pathways/records/callTries.ts.
 *
 * An agreed day, such as the day of a discharge from hospital, stays valid after a further try that names no day, if
 * that try was made before it.
 * @param holds a further condition on the row of the list, as `listed`
 */
export const callsDue = (
  { targets, today }: DueBy,
  holds: RawBuilder<unknown> = raw`true`,
): RawBuilder<unknown> => raw`
    with awaited as (
      select listed.patient_id as "patientId", listed.pathway_id as "pathwayId", listed.family_name as "familyName",
        listed.first_name as "firstName", listed.name_prefix as "namePrefix", listed.nhs_number as "nhsNumber",
        listed.date_of_birth as "dateOfBirth", listed.name_key, listed.stage, listed.due as window_day,
        ${extraFieldSql.telephone} as telephone,
        case listed.stage when 'awaitingFollowup' then ${targets.awaitingFollowup}::integer
          else ${targets.awaitingSecondFollowup}::integer end as days_around,
        ${mustNotBeRung} as is_refused,
        tried.next_try_date, tried.next_try_time, tried.call_date, tried.outcome, coalesce(tried.tries, 0) as tries
      from work_list as listed
      join patient on patient.id = listed.patient_id
      left join lateral (
        select next_try_date, next_try_time, last_date as call_date, last_outcome as outcome, tries
        from (
          select call.next_try_date, call.next_try_time, count(*) over () as tries, row_number() over latest as place,
            first_value(call.call_date) over latest as last_date, first_value(call.outcome) over latest as last_outcome
          from followup as call
          where call.pathway_id = listed.pathway_id and call.is_active and call.call_date >= listed.since
            and coalesce(call.outcome, 'reached') <> 'reached'
            and not exists (
              select from followup as later
              where later.pathway_id = call.pathway_id and later.is_active
                and coalesce(later.outcome, 'reached') = 'reached'
                and (later.call_date, later.id) > (call.call_date, call.id))
          window latest as (order by call.call_date desc, call.id desc)) as each_try
        where place = 1 or (next_try_date > last_date and last_outcome not in ('declined', 'died'))
        order by next_try_date is null, place
        limit 1) as tried on true
      where listed.stage in ('awaitingFollowup', 'awaitingSecondFollowup') and not listed.deceased and ${holds})
    select awaited.*, coalesce(next_try_date, window_day) as due,
        coalesce(next_try_date, window_day + days_around) as in_time_until,
        window_day - days_around as counts_from,
        coalesce(outcome = 'declined', false) and next_try_date is null as is_declined
      from awaited
      where coalesce(next_try_date, window_day - days_around) <= ${today}`

/**
 * The patients to ring on a day, and how many of each kind there are: first those whose day or next try has come, then
 * those whose window is merely open.
 */
export const readCallList = async (sql: Kysely<DB>, by: DueBy): Promise<ReadCallList> => {
  const { targets, today } = by
  const { rows } = await raw<Counted>`
    with due as (${callsDue(by)}),
    called as (
      select * from due where not is_refused and not is_declined)
    select
      (select coalesce(jsonb_agg(to_jsonb(shown) - 'key' - 'late' - 'ahead' order by ahead, late, key, "pathwayId"), '[]'::jsonb)
       from (
         select "patientId", "pathwayId", "familyName", "firstName", "namePrefix", "nhsNumber", "dateOfBirth", telephone,
           stage, due, in_time_until as "inTimeUntil", counts_from as "countsFrom", next_try_time as "nextTryTime", tries, call_date as "lastTryDate",
           outcome as "lastOutcome", (
             select jsonb_build_object('at', told_at, 'kind', kind, 'told', told) from person_answer as answer
             where answer.pathway_id = called."pathwayId" and answer.settled_at is null and answer.kind = any(${[...saidKinds, 'questions']})
             order by answer.kind = 'questions' and not ${hasToBeRead('answer')}, answer.id desc limit 1) as said, (
             select ${waitSaid} from (select called."pathwayId" as pathway_id) as listed) as "waitSaid", name_key as key, in_time_until as late,
           due > ${today}::date as ahead
         from called order by due > ${today}::date, in_time_until, name_key, "pathwayId" limit ${mostCalls}) as shown) as rows,
      (select count(*) from called) as total,
      (select count(*) from called where due <= ${today}::date) as to_ring_now,
      (select count(*) from due where is_refused) as consent_refused,
      (select count(*) from due where not is_refused and is_declined) as declined`.execute(sql)
  const counted = rows[0]
  if (counted === undefined) throw new Error('The call list was not counted')
  const { rows: called, total, to_ring_now: toRingNow, consent_refused: consentRefused, declined } = counted
  return {
    rows: called.map(({ said, waitSaid: ofWait, ...row }) => ({
      ...row,
      saidOfWait: waitSaidInWords(ofWait),
      saidOnPage: said === null ? null : { at: said.at, words: wordsOf(said) },
    })),
    total,
    toRingNow,
    // The two lists may have different windows. Nobody on either is due later than the wider window allows.
    dueSoon: {
      total: total - toRingNow,
      days: Math.max(targets.awaitingFollowup, targets.awaitingSecondFollowup),
    },
    leftOut: { consentRefused, declined },
  }
}
