import { useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form'
import type { KeptDraft } from '../../../contract/platform/calls/draft.ts'
import { forget, keep, useDrafts } from '../page/drafts.ts'
import { useCarried } from './carried.ts'
import { currentSession } from '../session/session.ts'

/** Typed text is sent to the service this long after the last key. */
const pauseMs = 3_000

type Values = Record<string, unknown>

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

const changesOf = (typed: Values, onRecord: Values): Values =>
  Object.fromEntries(
    Object.entries(typed).filter(
      ([name, value]) => !isSecret(name) && isPlain(value) && !same(value, onRecord[name]),
    ),
  )

/** A password leaves the page only to be used. It is never stored where it could be read again (AU-5). */
const isSecret = (name: string): boolean => /password/i.test(name)

/** Text, numbers, ticks and lists of these. A chosen file does not fit into a draft. */
const isPlain = (value: unknown): boolean => {
  if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return true
  if (Array.isArray(value)) return value.every(isPlain)
  return (
    Object.getPrototypeOf(value ?? 0) === Object.prototype && Object.values(value as object).every(isPlain)
  )
}

/**
 * The recorded values of the changed fields when the user began to type. Comparing them shows whether the record has
 * changed since.
 */
const baseOf = (onRecord: Values, changes: Values): string =>
  JSON.stringify(
    Object.keys(changes)
      .sort()
      .map((name) => onRecord[name]),
  )

/**
 * The address of the screen that shows the form. The router's own `location` may already be that of the next screen.
 */
const useShownAddress = (): string => {
  const { stringifySearch } = useRouter().options
  return useRouterState({
    select: ({ matches }) =>
      matches.slice(-1).map(({ pathname, search }) => pathname + stringifySearch(search as object))[0] ?? '',
  })
}

/** Text that was typed here earlier and never saved. */
export interface DraftOffered {
  place: string
  savedAt: string
  /** The values that were typed over are no longer the recorded ones. */
  isOutdated: boolean
  bringBack: () => void
  throwAway: () => void
}

interface FormDraft {
  /** Each offer stays until it is answered, whatever is typed meanwhile. */
  offered: readonly DraftOffered[]
  /** Call this once the text is saved, or the user has said that it may be lost. */
  settle: () => void
  /** Changes when the fields must be mounted again with the restored text. */
  round: number
}

/**
 * Stores unsaved text of a form on the service, and offers it when the same user opens the same form again (AU-16).
 * Only the fields that the user changed are restored. Each opening of a form has its own draft, so that new text does
 * not overwrite drafts that have not been answered yet (decision 65).
 */
export const useFormDraft = <In extends FieldValues, Out>(
  form: UseFormReturn<In, unknown, Out>,
  isOn: boolean,
  /** Whether the form is saved, or is being saved and may be left for that reason. */
  isSaving: () => boolean,
): FormDraft => {
  const [onRecord] = useState(() => structuredClone((form.formState.defaultValues ?? {}) as Values))
  const shownAddress = useShownAddress()
  const carried = useCarried()
  const address = carried?.place ?? shownAddress
  const [place] = useState(() => `${address} ${Object.keys(onRecord).sort().join(' ')}`)
  const [own, setOwn] = useState(() => `${place} #${crypto.randomUUID()}`)
  const found = useDrafts().filter(
    (draft) => draft.place !== own && (draft.place === place || draft.place.startsWith(`${place} #`)),
  )
  const [round, setRound] = useState(0)
  const isKept = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // Without a signal each letter is kept at once: nothing else has it.
  const pauseNowMs = carried === null ? pauseMs : 0
  const latest = useRef(isSaving)
  useEffect(() => {
    latest.current = isSaving
  })

  useEffect(() => {
    if (!isOn) return
    const changesNow = (): Values => changesOf(form.getValues() as Values, onRecord)
    const send = (isLeaving: boolean): void => {
      timer.current = undefined
      const changes = changesNow()
      if (Object.keys(changes).length === 0) {
        // The user has changed everything back by hand, so the stored draft is no longer needed.
        if (isKept.current) void forget(own)
        isKept.current = false
        return
      }
      isKept.current = true
      void keep({ place: own, changes: changes as never, base: baseOf(onRecord, changes) }, isLeaving)
    }
    const stop = (): void => {
      clearTimeout(timer.current)
      timer.current = undefined
    }
    const { unsubscribe } = form.watch(() => {
      stop()
      timer.current = setTimeout(() => send(false), pauseNowMs)
    })
    // A page that is reloaded, closed or hidden does not wait for the pause.
    const sendNow = (): void => {
      const isWaiting = timer.current !== undefined
      stop()
      if (isWaiting && document.visibilityState === 'hidden') send(true)
    }
    document.addEventListener('visibilitychange', sendNow)
    return () => {
      unsubscribe()
      // For a form that is left without a question, for example because the patient is already registered.
      const isWaiting = timer.current !== undefined && currentSession() !== null
      stop()
      if (isWaiting && !latest.current()) send(false)
      document.removeEventListener('visibilitychange', sendNow)
      if (isKept.current && Object.keys(changesNow()).length === 0) void forget(own)
    }
  }, [form, isOn, onRecord, own, pauseNowMs])

  const bringBack = (draft: KeptDraft): void => {
    const values = { ...form.getValues(), ...draft.changes }
    form.reset(values as DefaultValues<In>, { keepDefaultValues: true })
    clearTimeout(timer.current)
    timer.current = undefined
    // From now on the new text and the restored text are one draft.
    const changes = changesOf(values, onRecord)
    void keep({ place: draft.place, changes: changes as never, base: baseOf(onRecord, changes) })
    if (isKept.current) void forget(own)
    isKept.current = true
    setOwn(draft.place)
    setRound((count) => count + 1)
  }

  return {
    offered: !isOn
      ? []
      : found.map((draft) => ({
          place: draft.place,
          savedAt: draft.savedAt,
          isOutdated: draft.base !== baseOf(onRecord, draft.changes),
          bringBack: () => bringBack(draft),
          throwAway: () => void forget(draft.place),
        })),
    round,
    settle: () => {
      clearTimeout(timer.current)
      timer.current = undefined
      if (isKept.current) void forget(own)
      isKept.current = false
    },
  }
}
