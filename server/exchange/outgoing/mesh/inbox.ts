import { sql as raw, type Kysely } from 'kysely'
import { transact } from '../../../platform/db/connection/transact.ts'
import type { DB } from '../../../platform/db/types.ts'
import { addStep } from '../../../care/letters/addStep.ts'
import type { Dispatch } from '../dispatches/carrier.ts'
import { findDispatch } from '../dispatches/claim.ts'
import { settleIn } from '../../../care/letters/settleDispatch.ts'
import { readAcknowledgement } from '../sendDocument/acknowledgement.ts'
import type { Mesh, Received } from './api/mesh.ts'
import { noteMesh } from './note.ts'
import { codeInWords, MeshRefused } from './api/refusal.ts'

interface Incoming {
  kind: 'report' | 'infrastructure' | 'business' | 'unreadable'
  isPositive: boolean
  words: string
  /** What may be our number of the letter, or the number of MESH. */
  about: string[]
}

export interface MeshInbox {
  /** Takes what came in about our letters. @returns how many messages were taken */
  read: () => Promise<number>
}

const mostRemembered = 10_000

/**
 * The inbox of our mailbox. A message is stored, with what follows from it, before MESH is told that it was collected;
 * after a crash between the two it comes again, and changes nothing. What is not about letters of this service stays
 * there for the software that it is for.
 */
export const openMeshInbox = (sql: Kysely<DB>, now: () => number, mesh: Mesh): MeshInbox => {
  /** Messages that are not ours, which need not be looked at again by this process. */
  const others = new Set<string>()

  const takeOne = async (messageId: string): Promise<boolean> => {
    const received = await mesh.readHeaders(messageId)
    if (received === null) return false
    if (!received.isReport && received.workflow !== `${mesh.settings.documentWorkflow}_ACK`) {
      if (others.size < mostRemembered) others.add(messageId)
      return false
    }
    const incoming = received.isReport ? reportOf(received) : await acknowledgementOf(mesh, received)
    const dispatch = await findDispatch(sql, 'mesh', incoming.about)
    if (dispatch === null && incoming.kind !== 'unreadable') {
      if (others.size < mostRemembered) others.add(messageId)
      return false
    }
    await store(sql, now(), messageId, incoming, dispatch)
    await mesh.acknowledge(messageId)
    return true
  }

  return {
    read: () =>
      noteMesh(sql, now, async () => {
        let taken = 0
        let problem: MeshRefused | null = null
        for (const id of await mesh.inbox()) {
          if (others.has(id)) continue
          try {
            if (await takeOne(id)) taken += 1
          } catch (error) {
            // A message that cannot be read does not keep those behind it waiting.
            if (!(error instanceof MeshRefused) || isForAll(error)) throw error
            problem ??= error
          }
        }
        if (problem !== null) throw problem
        return taken
      }),
  }
}

/** Whether MESH would refuse the next request too. */
const isForAll = ({ status }: MeshRefused): boolean => status === 401 || status === 403 || status === 429

/** MESH reports what it could not deliver. */
const reportOf = ({ code, localId, linkedMessageId }: Received): Incoming => ({
  kind: 'report',
  isPositive: false,
  words: codeInWords(code, 'MESH could not deliver it.'),
  about: [localId, linkedMessageId].flatMap((each) => each ?? []),
})

const acknowledgementOf = async (mesh: Mesh, received: Received): Promise<Incoming> => {
  const content = await mesh.readContent(received)
  const read = content === null ? null : await readAcknowledgement(content)
  if (read === null)
    return {
      ...{ kind: 'unreadable', isPositive: false, words: 'An acknowledgement could not be read.' },
      about: received.localId === null ? [] : [received.localId],
    }
  return { kind: read.level, isPositive: read.isPositive, words: read.words, about: read.about }
}

/** Everything that follows from a message, once. */
const store = (
  sql: Kysely<DB>,
  now: number,
  messageId: string,
  { kind, isPositive, words }: Incoming,
  dispatch: Dispatch | null,
): Promise<void> =>
  transact(sql, async (transaction) => {
    const { rows } = await raw`
      insert into mesh_message (message_id, dispatch_id, kind, is_positive, words)
      values (${messageId}, ${dispatch?.id ?? null}, ${kind}, ${isPositive}, ${words})
      on conflict do nothing returning message_id`.execute(transaction)
    if (rows.length === 0 || dispatch === null || kind === 'unreadable') return
    // A report without a negative code, and receipt alone, change nothing but are steps on the way.
    if (isPositive && kind === 'infrastructure') return addStep(transaction, dispatch.id, 'accepted', words)
    const state = isPositive ? 'arrived' : 'failed'
    await settleIn(transaction, now, dispatch, { state, words, nextAt: null })
  })
