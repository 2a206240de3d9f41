import { carriedFormOf, carriedLists } from '../../../../contract/care/visits/carried.ts'
import type { HandedIn } from '../../../../contract/care/visits/visits.ts'
import { dropDraft, keepDraft, listDrafts, type Draft } from '../../../../contract/platform/calls/draft.ts'
import { instantOf } from '../../../../contract/platform/words/format.ts'
import { lookupCalls } from '../../../../contract/reference/lookupCalls.ts'
import { ApiError, NoAnswer } from '../../../platform/calls/apiError.ts'
import { noConnection } from '../../../platform/calls/http.ts'
import type { Instead } from '../../../platform/calls/instead.ts'
import { createStore } from '../../../platform/session/createStore.ts'
import type { FormPlace } from './changedRecord.ts'
import type { OpenPack } from './openPack.ts'
import { countLeft } from './handIn.ts'
import { orNoRoom } from './room.ts'
import { dropTyped, keepTyped, putSaved, typedSoFar } from './outbox.ts'

/** Whether what is being typed is kept on the device. */
export const typedState = createStore<{ at: string | null; isFailing: boolean; isBehind: boolean }>({
  at: null,
  isFailing: false,
  isBehind: false,
})

/** What is not on the disk after this time is said to be not kept yet. */
const behindMs = 500

const noRoom =
  'This device could not keep it: it may be full. Nothing is lost while this page stays open. Make room, then save again.'

/** What a save answers is not read from here: the record is not there yet. */
const notYet = { id: 0, version: 0, records: [] }

const lists = new Map(carriedLists.map((name) => [lookupCalls[name].all.path, name] as const))
const entryIn = (place: string): string => place.slice(place.lastIndexOf('#') + 1)

const onDisk = async <Done>(work: () => Promise<Done>): Promise<Done> => {
  const late = setTimeout(() => typedState.set({ ...typedState.get(), isBehind: true }), behindMs)
  try {
    const done = await orNoRoom(noRoom, work)
    typedState.set({ at: instantOf(Date.now()), isFailing: false, isBehind: false })
    return done
  } catch (error) {
    if (error instanceof ApiError) typedState.set({ ...typedState.get(), isFailing: true })
    throw error
  } finally {
    clearTimeout(late)
  }
}

/**
 * Answers the calls of a form of a visit from the pack, and puts what it saves into the outbox. The form is the same as with a
 * signal, and does not know.
 */
export const carryForm = (open: OpenPack, at: FormPlace): Instead => {
  let entryId: string = crypto.randomUUID()
  const typing = new Map<string, Promise<unknown>>()
  /** In the order in which it was typed. */
  const inTurn = (id: string, work: () => Promise<unknown>): Promise<unknown> => {
    const next = (typing.get(id) ?? Promise.resolve()).catch(() => undefined).then(work)
    typing.set(id, next)
    return next
  }
  return (endpoint, input) => {
    const list = lists.get(endpoint.path)
    if (list !== undefined) return Promise.resolve(open.pack.lists[list])
    if (endpoint.path === listDrafts.path) return typedSoFar(open)
    if (endpoint.path === keepDraft.path) {
      const draft = input as Draft
      entryId = entryIn(draft.place)
      const typed = { entryId, ...draft, changes: draft.changes as never, savedAt: instantOf(Date.now()) }
      return inTurn(entryId, () => onDisk(() => keepTyped(open, at, typed)))
    }
    if (endpoint.path === dropDraft.path) {
      const id = entryIn((input as { place: string }).place)
      return inTurn(id, () => dropTyped(id))
    }
    if (carriedFormOf(endpoint.path) === at.form)
      return inTurn(entryId, async () => {
        await onDisk(() => putSaved(open, at, entryId, input as HandedIn['body']))
        await countLeft()
        return notYet
      })
    return /^\/api\/visit\//.test(endpoint.path) || endpoint.path === '/api/user/profile'
      ? null
      : Promise.reject(new NoAnswer(0, noConnection))
  }
}
