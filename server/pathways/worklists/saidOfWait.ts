import { sql as raw } from 'kysely'
import {
  saidInWords,
  waitAnswerWeeks,
  type SaidOnPage,
  type WaitAnswer,
} from '../../../contract/pathways/records/said.ts'

/** What a row is read with: when somebody said whether they still want to come, and what. */
export interface WaitSaid {
  at: string
  answer: WaitAnswer
}

/** The last answer of the referral of a row of `work_list` as `listed`, in the statement that reads the rows. */
export const waitSaid = raw<WaitSaid | null>`(
  select jsonb_build_object('at', last.told_at, 'answer', last.told->>'answer')
  from (
    select told_at, told, settled_at from person_answer
    where person_answer.pathway_id = listed.pathway_id and person_answer.kind = 'wait'
    order by person_answer.id desc limit 1) as last
  where last.settled_at is null or last.told_at > now() - make_interval(weeks => ${raw.lit(waitAnswerWeeks)}))`

export const waitSaidInWords = (said: WaitSaid | null | undefined): SaidOnPage | null =>
  said == null ? null : { at: said.at, words: saidInWords({ kind: 'wait', answer: said.answer }) }
