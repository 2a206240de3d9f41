import { useSyncExternalStore } from 'react'
import { dropDraft, keepDraft, listDrafts, type Draft, type KeptDraft } from '../contract/draft.ts'
import { ApiError, call } from './api.ts'
import { onSignOut } from './session.ts'

/** Unsaved work that this person left elsewhere or before, by the form it belongs to; in memory only (trust AU-16). */
let kept: ReadonlyMap<string, KeptDraft> = new Map()
const listeners = new Set<() => void>()
const set = (next: ReadonlyMap<string, KeptDraft>): void => {
  kept = next
  for (const listener of listeners) listener()
}
onSignOut(() => set(new Map()))

/** A draft is a help, never a hindrance: work goes on where the service cannot take or give it. */
const asHelp = async (work: () => Promise<void>): Promise<void> => {
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
    set(new Map(drafts.map((draft) => [draft.place, draft])))
  })

export const keep = (draft: Draft): Promise<void> => asHelp(async () => void (await call(keepDraft, draft)))

/** What was typed has been saved, or is not wanted. */
export const forget = (place: string): Promise<void> => {
  const rest = new Map(kept)
  rest.delete(place)
  set(rest)
  return asHelp(async () => void (await call(dropDraft, { place })))
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
export const useDraft = (place: string): KeptDraft | undefined =>
  useSyncExternalStore(subscribe, () => kept.get(place))
