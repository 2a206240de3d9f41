import type { Kysely } from 'kysely'
import { instantOf } from '../../../../contract/platform/words/format.ts'
import { dayOfInstant } from '../../../../contract/platform/dates/wallTime.ts'
import { addWorkingDays } from '../../../../contract/platform/dates/workingDays.ts'
import { today } from '../../../../contract/platform/dates/dates.ts'
import type { DB } from '../../../platform/db/types.ts'
import type { Carrier, Dispatch, Outcome, Whereabouts } from '../dispatches/carrier.ts'
import type { Mesh } from './api/mesh.ts'
import { writeMessage } from './message.ts'
import { noteMesh } from './note.ts'
import { codeInWords, MeshRefused } from './api/refusal.ts'
import { NoReply } from './api/request.ts'

/** Working days within which a practice answers what it did with a document. */
const answerWorkingDays = 5

/** Sends letters to practices by MESH. */
export const meshCarrier = (sql: Kysely<DB>, now: () => number, mesh: Mesh): Carrier => ({
  /** A message of which not every chunk arrived is never delivered, so it is no message. */
  find: async ({ requestId, createdAt }) => {
    const found = await noteMesh(sql, now, () => mesh.findByLocalId(requestId, createdAt))
    return found.find(({ status }) => status !== 'uploading')?.messageId ?? null
  },
  send: async (dispatch, pdf) => {
    try {
      return await noteMesh(sql, now, async (): Promise<Outcome> => {
        const written = await writeMessage(sql, mesh, dispatch, pdf)
        if ('refused' in written) return { as: 'refused', words: written.refused }
        const reference = await mesh.send(written.message)
        return { as: 'accepted', reference, words: 'MESH accepted it' }
      })
    } catch (error) {
      return outcomeOf(error)
    }
  },
  ask: async (dispatch) => {
    const { reference, meshForm } = dispatch
    if (reference === null) return null
    const { status, code } = await noteMesh(sql, now, () => mesh.track(reference))
    if (status === 'error' || status === 'undeliverable')
      return { state: 'failed', words: codeInWords(code, 'MESH could not deliver it.') }
    return meshForm === 'sendDocument' ? unanswered(dispatch, now()) : collected(status)
  },
})

const collected = (status: string): Whereabouts =>
  status === 'acknowledged' ? { state: 'arrived', words: 'The practice collected it' } : null

/** What the practice did with a document comes into our inbox; here it is only missed. */
const unanswered = ({ acceptedAt, createdAt }: Dispatch, now: number): Whereabouts => {
  const sent = dayOfInstant(instantOf(acceptedAt ?? createdAt))
  return addWorkingDays(sent, answerWorkingDays) < today(now)
    ? {
        state: 'failed',
        words: `The practice did not say within ${answerWorkingDays} working days what it did with it.`,
      }
    : null
}

/** After a request that may have reached MESH, nobody knows whether it was accepted. */
const outcomeOf = (error: unknown): Outcome => {
  if (error instanceof NoReply)
    return error.hasLeft
      ? { as: 'unknown', words: 'MESH did not answer.' }
      : { as: 'again', words: 'MESH could not be reached.' }
  if (!(error instanceof MeshRefused)) throw error
  const { status, message: words, waitMs } = error
  const wait = waitMs === null ? {} : { waitMs }
  if (status >= 500) return { as: 'unknown', words, ...wait }
  const isForLater = status === 401 || status === 403 || status === 408 || status === 429
  return { as: isForLater ? 'again' : 'refused', words, ...wait }
}
