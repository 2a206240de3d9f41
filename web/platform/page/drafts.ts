import {
  dropDraft,
  keepDraft,
  listDrafts,
  type Draft,
  type KeptDraft,
} from '../../../contract/platform/calls/draft.ts'
import { instantOf } from '../../../contract/platform/words/format.ts'
import { ApiError, call } from '../calls/api.ts'
import { createStore } from '../session/createStore.ts'
import { currentSession, onSignOut } from '../session/session.ts'

/** Unsaved work that this person left elsewhere or before, newest first; null before it is read. In memory only (AU-16). */
const kept = createStore<readonly KeptDraft[] | null>(null)
onSignOut(() => kept.set(null))
let reading: Promise<void> | null = null

/** A draft is a help, never a hindrance: work goes on where the service cannot take or give it. */
const asHelp = async (work: () => Promise<unknown>): Promise<void> => {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}

/** Reads what was left unsaved, once for each page that is loaded and each person who signs in on it. */
export const readDrafts = async (): Promise<void> => {
  if (kept.get() !== null) return
  reading ??= asHelp(async () => kept.set(await call(listDrafts, {}))).finally(() => {
    reading = null
  })
  await reading
}

/** By place, while something about it is on its way: what to send after that. */
const waiting = new Map<string, (() => Promise<void>) | null>()

/**
 * What concerns one place reaches the service in the order in which it happened: what was typed, still on its way when
 * the form was saved, must not arrive after word of that. What is overtaken while it waits is not sent, nor is anything
 * once another person sits here.
 */
const inSequence = async (place: string, work: () => Promise<unknown>): Promise<void> => {
  const whose = currentSession()?.profile?.user.id
  const own = async (): Promise<void> => {
    if (currentSession()?.profile?.user.id === whose) await asHelp(work)
  }
  if (waiting.has(place)) {
    waiting.set(place, own)
    return
  }
  try {
    for (let next: (() => Promise<void>) | null = own; next !== null; next = waiting.get(place) ?? null) {
      waiting.set(place, null)
      await next()
    }
  } finally {
    waiting.delete(place)
  }
}

/** @param isLeaving the page is about to go: what is sent must outlive it */
export const keep = (draft: Draft, isLeaving = false): Promise<void> => {
  const others = kept.get()?.filter(({ place }) => place !== draft.place)
  if (others !== undefined) kept.set([{ ...draft, savedAt: instantOf(Date.now()) }, ...others])
  return inSequence(draft.place, () => call(keepDraft, draft, { outlivesPage: isLeaving }))
}

/** What was typed has been saved, or is not wanted. */
export const forget = (place: string): Promise<void> => {
  const rest = kept.get()?.filter((draft) => draft.place !== place) ?? null
  kept.set(rest)
  return inSequence(place, () => call(dropDraft, { place }))
}

const none: readonly KeptDraft[] = []

/** What was left unsaved, newest first. */
export const useDrafts = (): readonly KeptDraft[] => kept.useValue((all) => all ?? none)
