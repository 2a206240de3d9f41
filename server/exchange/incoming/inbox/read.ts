import { sql as raw, type Kysely, type RawBuilder } from 'kysely'
import { assessEligibility } from '../../../../contract/exchange/incoming/eligibility.ts'
import {
  mostListed,
  type IncomingRow,
  type IncomingView,
} from '../../../../contract/exchange/incoming/incomingReferral.ts'
import type { Sought } from '../../../../contract/exchange/incoming/sought.ts'
import { isUndecided, sourceTitle } from '../../../../contract/exchange/incoming/source.ts'
import { storedTold, type Told } from '../../../../contract/exchange/incoming/told.ts'
import { addDays, today } from '../../../../contract/platform/dates/dates.ts'
import { dayOfInstant, instantAt } from '../../../../contract/platform/dates/wallTime.ts'
import { instantOf } from '../../../../contract/platform/words/format.ts'
import type { Reader } from '../../../patients/flags/withheld.ts'
import type { DB } from '../../../platform/db/types.ts'
import { notFound } from '../../../platform/errors.ts'
import { isToPassOn, sendersToRing } from '../answers/toPassOn.ts'
import { readAnswers } from '../answers/tellSender.ts'
import { countMatches, readMatches } from './matches.ts'
import { mayInvite } from './mayInvite.ts'
import { suggest } from './suggest.ts'

type Stored = Pick<
  IncomingView,
  | 'id'
  | 'version'
  | 'reference'
  | 'source'
  | 'state'
  | 'receivedAt'
  | 'decideBy'
  | 'decidedAt'
  | 'hasLetterToPrint'
  | 'askedWhat'
  | 'askedDate'
  | 'chaseDate'
  | 'answer'
  | 'declinedReferralId'
  | 'declinedReason'
  | 'declinedNote'
  | 'decidedBy'
  | 'patientId'
  | 'pathwayId'
  | 'letters'
  | 'notice'
  | 'declinedBefore'
  | 'isToPassOn'
> & { told: unknown }

const select = (which: RawBuilder<unknown>, order: RawBuilder<unknown>, most: number) => raw<Stored>`
  select incoming.id, incoming.version, incoming.reference, incoming.source, incoming.state,
    incoming.received_at as "receivedAt", incoming.decide_by as "decideBy", incoming.told,
    incoming.asked_what as "askedWhat", incoming.asked_date as "askedDate", incoming.chase_date as "chaseDate", incoming.answer,
    incoming.declined_referral_id as "declinedReferralId", reason.name as "declinedReason",
    incoming.declined_note as "declinedNote", incoming.notice, incoming.decided_at as "decidedAt", decider.display_name as "decidedBy",
    pathway.patient_id as "patientId", incoming.pathway_id as "pathwayId", letters.letters,
    letters."hasLetterToPrint", before."declinedBefore", ${isToPassOn} as "isToPassOn"
  from incoming_referral as incoming
  left join declined_referral as reason on reason.id = incoming.declined_referral_id
  left join app_user as decider on decider.id = incoming.decided_by
  left join pathway on pathway.id = incoming.pathway_id
  cross join lateral (
    select coalesce(jsonb_agg(jsonb_build_object('id', letter.id, 'version', letter.version, 'title', letter.title,
        'at', letter.created_at, 'by', letter.signed_by, 'printedAt', letter.printed_at) order by letter.id), '[]') as letters,
      coalesce(bool_or(letter.printed_at is null), false) as "hasLetterToPrint"
    from incoming_letter as letter where letter.incoming_referral_id = incoming.id and letter.is_active) as letters
  left join lateral (
    select jsonb_build_object('id', earlier.id, 'at', earlier.decided_at, 'reason', rtrim(concat_ws('. ', why.name, earlier.declined_note), '. ')) as "declinedBefore"
    from incoming_referral as earlier join declined_referral as why on why.id = earlier.declined_referral_id
    where incoming.source = 'ers' and earlier.source = 'ers' and earlier.id < incoming.id and earlier.state = 'declined'
      and split_part(earlier.message_id, '/', 1) = split_part(incoming.message_id, '/', 1)
    order by earlier.id desc limit 1) as before on true
  where ${which}
  order by ${order}
  limit ${most}`

/** Null once it was removed. */
const toldOf = (stored: unknown): Told | null => (stored === null ? null : storedTold.parse(stored))

/** Who referred, in a few words. */
const senderInWords = ({ sender }: Told): string | null =>
  [sender.name, sender.role, sender.organisation].filter(Boolean).join(', ') || null

const rowOf = (stored: Stored, told: Told | null, matches: number | null, day: string): IncomingRow => {
  const { state, decideBy, chaseDate } = stored
  const due = isUndecided(state) ? (state === 'asked' ? chaseDate : decideBy) : null
  return {
    ...stored,
    due,
    isLate: due !== null && due < day,
    familyName: told?.person.familyName ?? null,
    firstName: told?.person.firstName ?? null,
    dateOfBirth: told?.person.dateOfBirth ?? null,
    nhsNumber: told?.person.nhsNumber ?? null,
    sender: told === null ? null : (senderInWords(told) ?? sourceTitle(stored.source)),
    isUrgent: told?.urgency === 'urgent',
    redFlags: told?.redFlags ?? [],
    eligibility: told === null ? null : assessEligibility(told, dayOfInstant(stored.receivedAt)).eligibility,
    matches,
  }
}

/** How long a decided referral stays on the list, and what its sender wrote is kept if it was not accepted. */
export const daysKept = 90

/** First which, from what is short, and then what is shown of them: what was told is long. */
const firstOf = (which: RawBuilder<unknown>, order: RawBuilder<unknown>) =>
  select(
    raw`incoming.id in (
      select id from incoming_referral as incoming where ${which} order by ${order} limit ${mostListed + 1})`,
    order,
    mostListed + 1,
  )

const whatIsDue = raw`case incoming.state when 'asked' then incoming.chase_date else incoming.decide_by end, incoming.id`

/** Senders to ring and letters to print, then what became known after the decision. */
const whatIsToBeDone = raw`
  ${isToPassOn} desc,
  incoming.id in (select incoming_referral_id from incoming_letter where is_active and printed_at is null) desc,
  incoming.notice is null, incoming.decided_at desc, incoming.id desc`

const listing = (shown: 'undecided' | 'decided', now: number) =>
  shown === 'undecided'
    ? firstOf(raw`incoming.state in ('waiting', 'asked')`, whatIsDue)
    : firstOf(
        raw`incoming.decided_at >= ${instantOf(instantAt(addDays(today(now), -daysKept), '00:00'))}`,
        whatIsToBeDone,
      )

export const readList = async (
  sql: Kysely<DB>,
  shown: 'undecided' | 'decided',
  now: number,
): Promise<{ rows: IncomingRow[]; hasMore: boolean }> => {
  const { rows } = await listing(shown, now).execute(sql)
  return rowsOf(sql, rows, now)
}

/** Those that the text may mean, whatever was decided. What a sender wrote is found until it is removed. */
export const searchList = async (
  sql: Kysely<DB>,
  { reference, ubrn, nhsNumber, familyName }: Sought,
  now: number,
): Promise<{ rows: IncomingRow[]; hasMore: boolean }> => {
  const conditions = [
    ...(reference === null ? [] : [raw`incoming.reference = ${reference}`]),
    ...(ubrn === null ? [] : [raw`incoming.told ->> 'ubrn' = ${ubrn}`]),
    ...(nhsNumber === null ? [] : [raw`incoming.nhs_number = ${nhsNumber}`]),
    ...(familyName === null
      ? []
      : [raw`folded(incoming.told #>> '{person,familyName}') like ${`${likeWords(familyName)}%`}`]),
  ]
  const which = raw`(${raw.join(conditions, raw` or `)})`
  const { rows } = await select(which, raw`incoming.id desc`, mostListed + 1).execute(sql)
  return rowsOf(sql, rows, now)
}

const likeWords = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`)

const rowsOf = async (
  sql: Kysely<DB>,
  rows: readonly Stored[],
  now: number,
): Promise<{ rows: IncomingRow[]; hasMore: boolean }> => {
  const day = today(now)
  const first = rows.slice(0, mostListed).map((stored) => ({ stored, told: toldOf(stored.told) }))
  const open = first.flatMap(({ stored, told }) =>
    told !== null && isUndecided(stored.state) ? [{ id: stored.id, person: told.person }] : [],
  )
  const counts = await countMatches(
    sql,
    open.map(({ person }) => person),
  )
  const matches = new Map(open.map(({ id }, place) => [id, counts[place] ?? 0]))
  const listed = first.map(({ stored, told }) => rowOf(stored, told, matches.get(stored.id) ?? null, day))
  return { rows: listed, hasMore: rows.length > mostListed }
}

interface Counts {
  undecided: number
  late: number
  lettersToPrint: number
  invitationsToPrint: number
  sendersToRing: number
}

export const countUndecided = async (sql: Kysely<DB>, now: number): Promise<Counts> => {
  const { rows } = await raw<Counts>`
    select count(*) as undecided,
      count(*) filter (where case state when 'asked' then chase_date else decide_by end < ${today(now)}) as late,
      (select count(*) from incoming_letter where is_active and printed_at is null and not is_invitation) as "lettersToPrint",
      (select count(*) from incoming_letter where is_active and printed_at is null and is_invitation) as "invitationsToPrint",
      ${sendersToRing} as "sendersToRing"
    from incoming_referral where state in ('waiting', 'asked')`.execute(sql)
  return rows[0] ?? { undecided: 0, late: 0, lettersToPrint: 0, invitationsToPrint: 0, sendersToRing: 0 }
}

export const readView = async (
  sql: Kysely<DB>,
  id: number,
  reader: Reader,
  now: number,
): Promise<IncomingView> => {
  const { rows } = await select(raw`incoming.id = ${id}`, raw`incoming.id`, 1).execute(sql)
  const [stored] = rows
  if (stored === undefined) throw notFound()
  const told = toldOf(stored.told)
  const isOpen = isUndecided(stored.state)
  const likelyMatches = told !== null && isOpen ? await readMatches(sql, told.person, reader) : []
  const assessed = told === null ? null : assessEligibility(told, dayOfInstant(stored.receivedAt))
  return {
    ...stored,
    ...rowOf(stored, told, isOpen ? likelyMatches.length : null, today(now)),
    told,
    eligibilityReasons: assessed?.reasons ?? [],
    eligibilityMissing: assessed?.missing ?? [],
    likelyMatches,
    invitation:
      told !== null && isOpen && stored.source === 'caseFinding' ? await mayInvite(sql, id, told) : null,
    answers: await readAnswers(sql, id),
    suggested:
      told !== null && isOpen
        ? await suggest(sql, stored.source, told)
        : { genderId: null, referrerId: null, referralMethodId: null, practices: [] },
  }
}
