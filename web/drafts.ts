import { dropDraft, keepDraft, listDrafts, type Draft, type KeptDraft } from '../contract/draft.ts'
import { ApiError, call } from './api.ts'
import { createStore } from './createStore.ts'
import { currentSession, onSignOut } from './session.ts'

/** Unsaved work that this person left elsewhere or before, by the form it belongs to; in memory only (AU-16). */
const kept = createStore<ReadonlyMap<string, KeptDraft>>(new Map())
onSignOut(() => kept.set(new Map()))

/** A draft is a help, never a hindrance: work goes on where the service cannot take or give it. */
const asHelp = async (work: () => Promise<unknown>): Promise<void> => {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}

/** Reads what was left unsaved, once after signing in. */
export const readDrafts = (): Promise<void> =>
  asHelp(async () => {
    const drafts = await call(listDrafts, {})
    kept.set(new Map(drafts.map((draft) => [draft.place, draft])))
  })

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

export const keep = (draft: Draft): Promise<void> => inSequence(draft.place, () => call(keepDraft, draft))

/** What was typed has been saved, or is not wanted. */
export const forget = (place: string): Promise<void> => {
  const rest = new Map(kept.get())
  rest.delete(place)
  kept.set(rest)
  return inSequence(place, () => call(dropDraft, { place }))
}

export const useDraft = (place: string): KeptDraft | undefined => kept.useValue((all) => all.get(place))
