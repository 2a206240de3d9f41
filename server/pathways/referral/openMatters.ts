import { sql as raw } from 'kysely'
import { categoryOf } from '../../../contract/patients/flags/flagKinds.ts'
import { formatDate } from '../../../contract/platform/words/format.ts'
import type { PathwayFacts } from '../../../contract/stages/facts.ts'
import { bookedFor, exercisingSince, firstMissedOn, treatedSince } from '../../../contract/stages/plans.ts'
import { today } from '../../../contract/platform/dates/dates.ts'
import { unowned } from '../../../contract/pathways/unowned.ts'
import { ValidationProblem } from '../../platform/errors.ts'
import { openRedFlags } from '../../patients/flags/redFlags.ts'
import { outstandingSentences } from '../outstanding/read.ts'
import { readFacts } from '../../stages/facts.ts'
import { openTaskSentences } from '../tasks/read.ts'
import { unsentLetterSentences } from '../outstanding/unsentLetters.ts'
import type { LockedPathway } from '../../stages/lock.ts'
import type { Writing } from '../../platform/writes/write.ts'
import { bookedSentences } from './bookedMatters.ts'
import { missedOn } from './vulnerability.ts'

/** What may still be open when a referral is closed, as a sentence; null if it is not open. */
type OpenMatter = (facts: PathwayFacts) => string | null

const ofDay =
  (find: (facts: PathwayFacts) => string | null, say: (day: string) => string): OpenMatter =>
  (facts) => {
    const day = find(facts)
    return day === null ? null : say(formatDate(day))
  }

/**
 * Every caller is asked about these: the question is older than the confirmation on the screens (specification of the
 * discharge).
 */
const plansInProgress: readonly OpenMatter[] = [
  ofDay(exercisingSince, (day) => `The exercise plan of ${day} is not completed yet.`),
  ofDay(treatedSince, (day) => `The treatment plan of ${day} has no goals outcome yet.`),
]

/**
 * The closing checklist, for discharge and cancellation alike. A feature that can leave something open adds its line
 * here.
 */
const openMatters: readonly OpenMatter[] = [
  ...plansInProgress,
  ofDay(bookedFor, (day) => `A plan is booked for ${day}.`),
  ofDay(firstMissedOn, (day) => `A plan waits for its new day: its first appointment of ${day} was missed.`),
  ({ frats, wellbeings }) =>
    frats.length === 0 && wellbeings.length === 0 ? 'The patient was never assessed.' : null,
]

/**
 * Asks for a confirmation if something is open; with it, the closing succeeds. A sender that does not know the
 * confirmation is only asked what it always was: on a discharge, about plans in progress (decision 48).
 */
export const askAboutOpenMatters = async (
  { sql }: Writing,
  { id: pathwayId, patient_id: patientId }: Pick<LockedPathway, 'id' | 'patient_id'>,
  how: 'discharge' | 'cancel',
  { openPlansConfirmed }: { openPlansConfirmed?: boolean | undefined },
): Promise<void> => {
  if (openPlansConfirmed === true) return
  const asked =
    openPlansConfirmed === false ? openMatters : how === 'discharge' ? plansInProgress : ([] as const)
  const facts = (await readFacts(sql, [pathwayId], today())).get(pathwayId)
  if (facts === undefined) return
  const isAsked = asked === openMatters
  const open = [
    ...asked.flatMap((matter) => matter(facts) ?? []),
    ...(isAsked ? await redFlagMatters(sql, patientId, pathwayId) : []),
    ...(isAsked ? await bookedSentences(sql, pathwayId, today()) : []),
    ...(isAsked ? await outstandingSentences(sql, pathwayId) : []),
    ...(isAsked ? await unsentLetterSentences(sql, pathwayId) : []),
    ...(isAsked ? await openTaskSentences(sql, pathwayId) : []),
    // A discharge asks this in a question of its own and stores the answer.
    ...(isAsked && how === 'cancel' ? await missedSentence(sql, pathwayId) : []),
  ]
  if (open.length > 0)
    throw new ValidationProblem({ openPlansConfirmed: `${open.join(' ')} Tick to ${how} all the same.` })
}

const missedSentence = async (sql: Writing['sql'], pathwayId: number): Promise<string[]> => {
  const day = await missedOn({ sql }, pathwayId)
  return day === null
    ? []
    : [`The person missed the appointment of ${formatDate(day)}: consider whether they may be vulnerable.`]
}

/**
 * Red flags belong to the patient, so closing any of the patient's referrals asks about them, and says who stays
 * responsible.
 */
const redFlagMatters = async (
  sql: Writing['sql'],
  patientId: number,
  pathwayId: number,
): Promise<string[]> => {
  const flags = await openRedFlags({ sql }, patientId)
  if (flags.length === 0) return []
  const { rows } = await raw<{ isElsewhere: boolean; owner: string | null }>`
    select exists (select from open_owner where patient_id = ${patientId} and pathway_id <> ${pathwayId}) as "isElsewhere",
      (select owner_name from open_owner where pathway_id = ${pathwayId}) as owner`.execute(sql)
  const [stays] = rows
  const where =
    stays?.isElsewhere === true
      ? 'on the other referral'
      : stays?.owner == null
        ? `in ${unowned}, where a Team Lead sees it`
        : `with ${stays.owner}`
  const said = flags.map(({ category, action, review_date: day }) => {
    const sign = categoryOf('redFlag', category)?.short ?? 'unknown sign'
    return action === null
      ? `The red flag “${sign}” is not answered.`
      : `The red flag “${sign}” is open, to be dealt with by ${formatDate(day)}.`
  })
  return [...said, `Closing does not end the red flag: it stays ${where}.`]
}
