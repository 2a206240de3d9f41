import {
  dropDraft,
  keepDraft,
  listDrafts,
  type Draft,
  type KeptDraft,
} from '../../../contract/platform/calls/draft.ts'
import { instantOf } from '../../../contract/platform/words/format.ts'
import { ApiError, call } from '../calls/api.ts'
import { answered } from '../calls/instead.ts'
import { createStore } from '../session/createStore.ts'
import { currentSession, onSignOut } from '../session/session.ts'

/**
 * Unsaved work that this user left elsewhere or earlier, newest first; null until it is read. Kept in memory only
 * (AU-16).
 */
const kept = createStore<readonly KeptDraft[] | null>(null)
/** Where it was read: from the service, or from visits that were taken along on this device, by their id. */
let source = ''
let reading: Promise<void> | null = null

/** Forgets the unsaved work in memory. It stays where it is kept. */
export const forgetDrafts = (): void => {
  source = ''
  kept.set(null)
  reading = null
}
onSignOut(forgetDrafts)

/** Drafts help but never hinder: work continues if the service cannot store or return them. */
const asHelp = async (work: () => Promise<unknown>): Promise<void> => {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}

/** Reads the unsaved work, once for each page load, each user who signs in on it and each pack of visits. */
export const readDrafts = async (from = 'service'): Promise<void> => {
  if (source !== from) forgetDrafts()
  source = from
  if (kept.get() !== null) return
  reading ??= asHelp(async () => {
    const found = await call(listDrafts, {})
    // Forgotten meanwhile, or read from elsewhere: what was found is of nobody who is here.
    if (source === from) kept.set(found)
  }).finally(() => {
    reading = null
  })
  await reading
}

/** The next request by place, while another about the same place is in flight. */
const waiting = new Map<string, (() => Promise<void>) | null>()

/**
 * Requests about one place reach the service in the order in which things happened: text that is still on its way when
 * the form is saved must not arrive after the request that deletes the draft. A waiting request is dropped if a newer
 * one replaces it, or once another user has signed in.
 */
const inSequence = async (place: string, work: () => Promise<unknown>): Promise<void> => {
  const whose = currentSession()?.profile?.user.id
  const own = async (): Promise<void> => {
    // On the device it is the open pack that says whose it is: a session may end or begin meanwhile.
    if (answered.by !== null || currentSession()?.profile?.user.id === whose) await asHelp(work)
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

/** @param isLeaving the page is about to close, so the request must outlive it */
export const keep = (draft: Draft, isLeaving = false): Promise<void> => {
  const others = kept.get()?.filter(({ place }) => place !== draft.place)
  if (others !== undefined) kept.set([{ ...draft, savedAt: instantOf(Date.now()) }, ...others])
  return inSequence(draft.place, () => call(keepDraft, draft, { outlivesPage: isLeaving }))
}

/** Deletes a draft whose text has been saved or is not wanted. */
export const forget = (place: string): Promise<void> => {
  const rest = kept.get()?.filter((draft) => draft.place !== place) ?? null
  kept.set(rest)
  return inSequence(place, () => call(dropDraft, { place }))
}

const none: readonly KeptDraft[] = []

/** The unsaved work, newest first. */
export const useDrafts = (): readonly KeptDraft[] => kept.useValue((all) => all ?? none)
