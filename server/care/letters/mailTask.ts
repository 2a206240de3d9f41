import type { TaskList } from 'graphile-worker'
import { sql as raw } from 'kysely'
import { transact } from '../../platform/db/connection/transact.ts'
import { taskOf, type Job } from '../../platform/db/jobs/jobs.ts'
import { readContent } from '../../pathways/documents/download.ts'
import { PartFailure } from '../../platform/errors.ts'
import type { Courier } from '../../platform/messages/couriers.ts'
import { letterMail } from '../../platform/messages/texts.ts'
import { addStep } from './addStep.ts'
import { heldBecause, readPersons } from './person.ts'
import { selectLetters } from './read.ts'
import type { LettersService } from './service.ts'

const mostTries = 5
/** One attempt more than are made, so that the task itself can record that the last try failed. */
export const mailJob: Job<{ dispatchId: number }> = { name: 'mailLetter', attempts: mostTries + 1 }

/**
 * E-mails a queued letter, unless something recorded in the meantime prevents it. Patient data is only in the
 * attached letter, not in the e-mail itself.
 */
export const letterTasks = ({ db, documents, accounts }: LettersService, courier: Courier): TaskList =>
  taskOf(mailJob, async ({ dispatchId }) => {
    const { sql } = db
    const dispatch = await sql
      .selectFrom('letter_dispatch')
      .select(['letter_id', 'address', 'tries'])
      .where('id', '=', dispatchId)
      .where('state', '=', 'queued')
      .executeTakeFirst()
    if (dispatch === undefined || dispatch.address === null) return
    const settle = async (state: 'queued' | 'accepted' | 'failed', failure: string | null): Promise<void> => {
      await transact(sql, async (transaction) => {
        await raw`
          update letter_dispatch set state = ${state}, failure = ${failure}, tries = tries + 1, version = version + 1,
            updated_at = clock_timestamp()
          where id = ${dispatchId}`.execute(transaction)
        await addStep(transaction, dispatchId, state, failure ?? 'The mail server accepted it')
      })
    }
    if (courier.mail === null) return settle('failed', 'No mail server is set up.')
    const { rows } = await selectLetters(raw`letter.id = ${dispatch.letter_id}`).execute(sql)
    const [letter] = rows
    if (letter === undefined) return settle('failed', 'The referral no longer exists.')
    const held = heldBecause(letter, (await readPersons(sql, [letter.pathwayId])).get(letter.pathwayId))
    if (held !== null) return settle('failed', held)
    const stored = await sql
      .selectFrom('document')
      .select(['stored_in', 'stored_name', 'sha256'])
      .where('id', '=', letter.documentId)
      .executeTakeFirstOrThrow()
    const content = await readContent(sql, documents, stored)
    if (content === null) return settle('failed', 'The letter is damaged where it is stored.')
    try {
      await courier.mail({
        to: dispatch.address,
        ...letterMail(accounts, { id: letter.id }),
        attachment: { name: `letter-${letter.id}.pdf`, type: 'application/pdf', content },
      })
    } catch (error) {
      const isLast = dispatch.tries + 1 >= mostTries
      // Errors from a courier never name a person.
      await settle(
        isLast ? 'failed' : 'queued',
        error instanceof PartFailure ? error.message : 'The mail was not accepted.',
      )
      // The queue tries again. After the last try the log of sent letters shows the failure.
      if (!isLast) throw error
      return
    }
    await settle('accepted', null)
  })
