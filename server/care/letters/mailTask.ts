import type { TaskList } from 'graphile-worker'
import { taskOf, type Job } from '../../platform/db/jobs/jobs.ts'
import { PartFailure } from '../../platform/errors.ts'
import type { Courier } from '../../platform/messages/couriers.ts'
import { letterMail } from '../../platform/messages/texts.ts'
import { readReady } from './readReady.ts'
import type { LettersService } from './service.ts'
import { postpone, settle, type News } from './settleDispatch.ts'

const mostTries = 5
/** One attempt more than are made, so that the task itself can record that the last try failed. */
export const mailJob: Job<{ dispatchId: number }> = { name: 'mailLetter', attempts: mostTries + 1 }

/**
 * E-mails a queued letter, unless something recorded in the meantime prevents it. Patient data is only in the
 * attached letter, not in the e-mail itself.
 */
export const letterTasks = ({ db, documents, accounts, clock }: LettersService, courier: Courier): TaskList =>
  taskOf(mailJob, async ({ dispatchId }) => {
    const { sql } = db
    const dispatch = await sql
      .updateTable('letter_dispatch as dispatch')
      .from('letter')
      .set((row) => ({ tries: row('dispatch.tries', '+', 1) }))
      .whereRef('letter.id', '=', 'dispatch.letter_id')
      .where('dispatch.id', '=', dispatchId)
      .where('dispatch.state', '=', 'queued')
      .returning(['dispatch.id', 'dispatch.letter_id as letterId', 'letter.pathway_id as pathwayId'])
      .returning(['dispatch.request_id as requestId', 'dispatch.address', 'dispatch.tries'])
      .executeTakeFirst()
    if (dispatch === undefined || dispatch.address === null) return
    const end = async (state: News['state'], words: string): Promise<void> => {
      await settle(sql, clock(), { ...dispatch, way: 'mail' }, { state, words, nextAt: null })
    }
    if (courier.mail === null) return end('failed', 'No mail server is set up.')
    const ready = await readReady(sql, documents, dispatch.letterId)
    if ('held' in ready) return end('failed', ready.held)
    try {
      await courier.mail({
        to: dispatch.address,
        ...letterMail(accounts, { id: dispatch.letterId }),
        attachment: { name: `letter-${dispatch.letterId}.pdf`, type: 'application/pdf', content: ready.pdf },
      })
    } catch (error) {
      // Errors from a courier never name a person.
      const words = error instanceof PartFailure ? error.message : 'The mail was not accepted.'
      // After the last try the log of sent letters shows the failure.
      if (dispatch.tries >= mostTries) return end('failed', words)
      await postpone(sql, dispatch, { words, nextAt: null, isUncertain: false })
      throw error
    }
    await end('accepted', 'The mail server accepted it')
  })
