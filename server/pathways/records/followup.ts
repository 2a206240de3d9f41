import { sql as raw } from 'kysely'
import { jsonArrayFrom, jsonBuildObject } from 'kysely/helpers/postgres'
import type { z } from 'zod'
import { formatDate } from '../../../contract/platform/words/format.ts'
import { isReached, type CallOutcome } from '../../../contract/stages/callOutcome.ts'
import {
  countLongLies,
  dayProblems,
  type Followup,
  fallInWords,
  followup,
  followupInput,
  followupRecord,
} from '../../../contract/pathways/records/followup.ts'
import type { TimeOfDay } from '../../../contract/pathways/records/timeOfDay.ts'
import { selected } from '../../platform/writes/columns.ts'
import type { StoredRow } from '../../platform/writes/saveRow.ts'
import type { Writing } from '../../platform/writes/write.ts'
import { recordColumns, recordKind, type RecordPart, recordsOnPathway } from './kind.ts'
import { onPathwayOfPatient } from './parents.ts'
import { requireNone } from './progress.ts'

type FollowupInput = z.output<typeof followupInput>

/** A fall and its consequences; null means not known. */
interface StoredFall {
  injury: boolean | null
  longLie: boolean | null
  ambulance: boolean | null
}

const readFalls = ({ sql }: Writing, id: number): Promise<StoredFall[]> =>
  sql
    .selectFrom('followup_fall')
    .select(['injury', 'long_lie as longLie', 'ambulance'])
    .where('followup_id', '=', id)
    .orderBy('place')
    .execute()

/** The falls that were described, saved together with the call. At most as many are kept as were counted. */
const falls: RecordPart<FollowupInput> = {
  name: 'falls',
  read: readFalls,
  wanted: async (_writing, { falls: sent, fallsSinceContact }, before) => {
    if (sent !== undefined)
      return sent.map(({ injury = null, longLie = null, ambulance = null }) => ({
        injury,
        longLie,
        ambulance,
      }))
    const stored = (before ?? []) as StoredFall[]
    return fallsSinceContact === undefined ? stored : stored.slice(0, fallsSinceContact ?? 0)
  },
  inWords: (described) =>
    ((described ?? []) as StoredFall[])
      .map((fall, index) => `fall ${index + 1}: ${fallInWords(fall)}`)
      .join('; ') || null,
  write: async ({ sql }, id, wanted) => {
    const described = wanted as StoredFall[]
    await sql.deleteFrom('followup_fall').where('followup_id', '=', id).execute()
    if (described.length === 0) return
    await sql
      .insertInto('followup_fall')
      .values(
        described.map(({ injury, longLie, ambulance }, index) => ({
          followup_id: id,
          place: index + 1,
          injury,
          long_lie: longLie,
          ambulance,
        })),
      )
      .execute()
  },
}

/** Described falls are counted, whether or not the sender gives the number. */
const settleFalls = (
  { falls: sent, fallsSinceContact }: FollowupInput,
  before: StoredRow<'followup'> | null,
) => {
  const described = sent?.length ?? 0
  if (fallsSinceContact != null || described === 0) return {}
  const counted = fallsSinceContact === undefined ? (before?.falls_since_contact ?? 0) : 0
  return { falls_since_contact: Math.max(described, counted) }
}

/**
 * A sender that leaves out the next try and the letter, or returns them unchanged, may move the call past them. They
 * belonged to the previous day, so they are cleared.
 */
const settleDays = (input: FollowupInput, before: StoredRow<'followup'> | null) => {
  const isAsRead = (sent: string | null | undefined, stored: string | null | undefined): boolean =>
    stored != null && (sent === undefined || sent === stored)
  const keptTry = isAsRead(input.nextTryDate, before?.next_try_date)
  const keptLetter = isAsRead(input.letterSentDate, before?.letter_sent_date)
  const { nextTryDate, letterSentDate } = dayProblems({
    callDate: input.callDate,
    nextTryDate: keptTry ? before?.next_try_date : input.nextTryDate,
    letterSentDate: keptLetter ? before?.letter_sent_date : input.letterSentDate,
  })
  requireNone({
    ...(!keptTry && nextTryDate !== undefined && { nextTryDate }),
    ...(!keptLetter && letterSentDate !== undefined && { letterSentDate }),
  })
  const keptTime = isAsRead(input.nextTryTime, before?.next_try_time)
  return {
    ...(nextTryDate !== undefined && { next_try_date: null, ...(keptTime && { next_try_time: null }) }),
    ...(letterSentDate !== undefined && { letter_sent_date: null }),
  }
}

/**
 * A red flag that was heard but not named must also be raised. If the call was saved with it before, it has already
 * been raised.
 */
const heardWithoutSign = (
  { redFlags = [], redFlagHeard, redFlagText }: FollowupInput,
  before: StoredRow<'followup'> | null,
): { detail: string | null } | undefined =>
  redFlagHeard === true && before?.red_flag_heard !== true && redFlags.length === 0
    ? { detail: redFlagText === undefined ? (before?.red_flag_text ?? null) : redFlagText }
    : undefined

const longLiesIn = (described: unknown): number => countLongLies((described ?? []) as StoredFall[])

/** Two callers may ring the same person on one day, and two calls that count end the follow-up. */
const secondReached = async (
  { sql }: Writing,
  { pathwayId, callDate: day, outcome }: FollowupInput,
  before: StoredRow<'followup'> | null,
): Promise<string[]> => {
  const isReachedBy = (call: string | null): boolean => isReached(call as CallOutcome | null)
  const wasReached = before !== null && isReachedBy(before.outcome)
  const isNowReached = outcome === undefined && before !== null ? wasReached : isReachedBy(outcome ?? null)
  if (!isNowReached || (wasReached && before.call_date === day)) return []
  const other = await sql
    .selectFrom('followup')
    .innerJoin('clinician', 'clinician.id', 'followup.clinician_id')
    .select('clinician.display_name as caller')
    .where('followup.pathway_id', '=', pathwayId)
    .where('followup.is_active', '=', true)
    .where('followup.call_date', '=', day)
    .where(raw<boolean>`coalesce(followup.outcome, 'reached') = 'reached'`)
    .where('followup.id', '<>', before?.id ?? 0)
    .orderBy('followup.id')
    .limit(1)
    .executeTakeFirst()
  return other === undefined
    ? []
    : [
        `${other.caller} already reached this person on ${formatDate(day)}. If it was the same call, it is already recorded; a second one counts as another follow-up.`,
      ]
}

/**
 * What was said in a call is hidden from outside readers: the reader may be the person, or somebody who hurts the
 * person.
 */
const toldToStaff = {
  nextTryDate: null,
  nextTryTime: null,
  fallsSinceContact: null,
  falls: [],
  exerciseHours: null,
  confidence: null,
  equipmentInUse: null,
  note: null,
  redFlagHeard: null,
  redFlagText: null,
  letterSentDate: null,
  countsEarly: null,
} satisfies Partial<Followup>

export const followupColumns = recordColumns(followupInput.shape)

export const followupKind = recordKind(followup, {
  entity: 'followup',
  table: 'followup',
  labels: followupRecord.labels,
  // A call may report that the patient has died, which moves the patient's other pathways too.
  parent: onPathwayOfPatient,
  columns: followupColumns,
  part: falls,
  unusual: secondReached,
  redFlags: async (_writing, input, parts, before) => ({
    answers: input.redFlags ?? [],
    meant: longLiesIn(parts.after) > longLiesIn(parts.before) ? ['longLie'] : [],
    told: heardWithoutSign(input, before),
  }),
  settle: async (_writing, input, before) => ({
    ...settleFalls(input, before),
    ...settleDays(input, before),
  }),
  saysDied: async (_writing, { outcome }, before) =>
    (outcome === undefined ? before?.outcome : outcome) === 'died',
  hearsOfDeath: true,
  readOutside: toldToStaff,
  select: recordsOnPathway('followup')
    .innerJoin('clinician', 'clinician.id', 'record.clinician_id')
    .select(selected('record', followupColumns))
    .select((row) =>
      jsonArrayFrom(
        row
          .selectFrom('followup_fall as fall')
          .select(['fall.injury', 'fall.long_lie as longLie', 'fall.ambulance'])
          .whereRef('fall.followup_id', '=', 'record.id')
          .orderBy('fall.place'),
      ).as('falls'),
    )
    .select(({ ref }) => jsonBuildObject({ clinician: ref('clinician.display_name') }).as('names'))
    // The table allows no other value.
    .$narrowType<{ outcome: CallOutcome | null; nextTryTime: TimeOfDay | null }>(),
  days: ['callDate'],
})
