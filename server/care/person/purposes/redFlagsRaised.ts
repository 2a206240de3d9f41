import { sql as raw } from 'kysely'
import type { SignsTold } from '../../../../contract/care/person/questions.ts'
import { redFlagSigns, type RedFlagSign } from '../../../../contract/reference/redFlagSigns.ts'
import { today } from '../../../../contract/platform/dates/dates.ts'
import { formatDate, instantOf } from '../../../../contract/platform/words/format.ts'
import { lookAgainAtSigns, raiseToldSigns, raiseToldWords } from '../../../patients/flags/redFlags.ts'
import { settleTasksOf } from '../../../pathways/tasks/settle.ts'
import type { Acting } from '../pages/personPages.ts'
import { addTasksOnce } from './redFlagsTasks.ts'
import { wordsOfQuestions } from './questionsWords.ts'

/**
 * Raises a red flag for each sign that was ticked, with its task due today, in this transaction: whatever becomes of the
 * visit, staff have it. A sign that is open already is told once more, because staff may have answered it for another
 * day. Abuse is told to the safeguarding lead, too.
 */
export const raiseSigns = async (acting: Acting, signs: readonly RedFlagSign[]): Promise<void> => {
  const { sql, visit, now, trace } = acting
  const { patientId } = visit
  const day = today(now)
  const pathways = await lockPatient(sql, patientId)
  const open = pathways.filter(({ isOpen }) => isOpen).map(({ id }) => id)
  if (!(await keepTicks(acting, pathways.at(-1)?.id ?? null, signs))) return
  const { openAlready, records } = await raiseToldSigns(
    { sql },
    {
      ...{ patientId, source: 'ownPage', signs, day },
      detail: `${toldBy(visit)} on the own page, not checked`,
    },
  )
  trace({ records })
  const task = open.at(-1)
  if (task === undefined) {
    // No second flag: a sign in words of its own would have a letter to the patient say that something was found, also for abuse.
    const told = `${toldBy(visit)} again on the own page on ${formatDate(day)}, not checked`
    trace({ records: await lookAgainAtSigns({ sql }, { patientId, signs: openAlready, told, day }) })
    return
  }
  trace(await settleTasksOf(sql, open, null))
  trace(
    await addTasksOnce(sql, task, day, [
      ...openAlready.map((sign) => `Ring the patient: ticked again on the own page: ${shortOf(sign)}`),
      ...(signs.includes('abuse') ? [forSafeguarding(visit)] : []),
    ]),
  )
}

/**
 * Has somebody see today to what was said, whatever became of the referral that it is about: as a task of the latest open
 * referral, and without one as a red flag of the patient, which stays on Today until it is ended.
 */
export const raiseToday = async ({ sql, visit, now, trace }: Acting, words: string): Promise<void> => {
  const { patientId } = visit
  const pathways = await lockPatient(sql, patientId)
  const day = today(now)
  const [open] = pathways.filter(({ isOpen }) => isOpen).toReversed()
  if (open !== undefined) {
    trace(await addTasksOnce(sql, open.id, day, [words]))
    return
  }
  const { rows } = await raw`
    select from patient_flag where patient_id = ${patientId} and kind = 'redFlag' and source = 'ownPage' and detail = ${words}
      and ended_at is null and action is null`.execute(sql)
  if (rows.length > 0) return
  trace({ records: await raiseToldWords({ sql }, { patientId, source: 'ownPage', detail: words, day }) })
}

const toldBy = ({ actsAs }: Acting['visit']): string =>
  actsAs === null ? 'Told by the patient' : `Told by ${actsAs} for the patient`

const forSafeguarding = (visit: Acting['visit']): string =>
  `For the safeguarding lead: ${toldBy(visit)} on the own page that somebody hurts or frightens them. Before you ring or write, find out who may hear or read it.`

const shortOf = (sign: RedFlagSign): string => redFlagSigns.find(({ code }) => code === sign)?.short ?? sign

/** Locks a patient and their referrals in the order of all commands. @returns the referrals, the latest last */
export const lockPatient = async (
  sql: Acting['sql'],
  patientId: number,
): Promise<{ id: number; isOpen: boolean }[]> => {
  await raw`select from patient where id = ${patientId} for update`.execute(sql)
  const { rows } = await raw<{ id: number; isOpen: boolean }>`
    select id, discharge_date is null and cancel_referral_date is null as "isOpen"
    from pathway where patient_id = ${patientId} and is_active order by id for update`.execute(sql)
  return rows
}

/** The same ticks within so long are one answer: a button that was pressed twice, or Back and again. */
const sameWithin = '5 minutes'

/**
 * Keeps what was ticked as it was said. Flags and tasks carry it, so that it waits for nobody's acceptance. Without any
 * referral there is nowhere to keep it, and the flags alone say it.
 * @returns false if it is kept already
 */
const keepTicks = async (
  { sql, visit, frame, now, trace }: Acting,
  pathwayId: number | null,
  signs: readonly RedFlagSign[],
): Promise<boolean> => {
  if (pathwayId === null) return true
  const told: SignsTold = { words: wordsOfQuestions(frame), signs: [...signs] }
  const at = instantOf(now)
  const { rows } = await raw<{ id: number }>`
    insert into person_answer (pathway_id, contact_id, kind, told, told_at, settled_at, settled_how)
    select ${pathwayId}, ${visit.contactId}, 'redFlag', ${JSON.stringify(told)}::jsonb, ${at}, ${at}, 'flagged'
    where not exists (select from person_answer as same
      where same.pathway_id = ${pathwayId} and same.kind = 'redFlag' and same.contact_id is not distinct from ${visit.contactId}
        and same.told = ${JSON.stringify(told)}::jsonb and same.told_at > ${at}::timestamptz - ${sameWithin}::interval)
    returning id`.execute(sql)
  trace({
    pathwayIds: [pathwayId],
    records: rows.map(({ id }) => ({
      entity: 'personAnswer',
      id,
      version: 1,
      before: null,
      after: { told },
    })),
  })
  return rows.length > 0
}
