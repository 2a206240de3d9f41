import { useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form'
import type { KeptDraft } from '../../contract/draft.ts'
import { forget, keep, useDraft } from '../drafts.ts'

/** So long after the last key what was typed goes to the service. */
const pauseMs = 3_000

type Values = Record<string, unknown>

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

const changesOf = (typed: Values, onRecord: Values): Values =>
  Object.fromEntries(
    Object.entries(typed).filter(
      ([name, value]) => !isSecret(name) && isPlain(value) && !same(value, onRecord[name]),
    ),
  )

/** A password leaves the page only to be used: nowhere is it kept so that it could be read again (AU-5). */
const isSecret = (name: string): boolean => /password/i.test(name)

/** Text, numbers, ticks and lists of them; not a chosen file, which no draft can hold. */
const isPlain = (value: unknown): boolean => {
  if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return true
  if (Array.isArray(value)) return value.every(isPlain)
  return (
    Object.getPrototypeOf(value ?? 0) === Object.prototype && Object.values(value as object).every(isPlain)
  )
}

/** What was on record, when someone began to type, in the fields that they changed; tells whether it is still so. */
const baseOf = (onRecord: Values, changes: Values): string =>
  JSON.stringify(
    Object.keys(changes)
      .sort()
      .map((name) => onRecord[name]),
  )

/** Of the screen that the form stands on: the router's own `location` may be that of the next one already. */
const useShownAddress = (): string => {
  const { stringifySearch } = useRouter().options
  return useRouterState({
    select: ({ matches }) =>
      matches.slice(-1).map(({ pathname, search }) => pathname + stringifySearch(search))[0] ?? '',
  })
}

interface FormDraft {
  /** What was typed here before and never saved; null when there is nothing, or it has been dealt with. */
  offered: KeptDraft | null
  /** What was typed over is no longer on record. */
  isOutdated: boolean
  bringBack: () => void
  throwAway: () => void
  /** It has been saved. */
  settle: () => void
  /** Changes when fields must start again with what was brought back. */
  round: number
}

/**
 * Keeps what is typed into a form on the service while it is not saved, and offers it when the same person opens the
 * same form again (AU-16). Only the fields that the person changed are brought back.
 */
export const useFormDraft = <In extends FieldValues, Out>(
  form: UseFormReturn<In, unknown, Out>,
  isOn: boolean,
): FormDraft => {
  const [onRecord] = useState(() => structuredClone((form.formState.defaultValues ?? {}) as Values))
  const address = useShownAddress()
  const [place] = useState(() => `${address} ${Object.keys(onRecord).sort().join(' ')}`)
  const found = useDraft(place)
  const [isSettled, setSettled] = useState(false)
  const [round, setRound] = useState(0)
  const isKept = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    if (!isOn) return
    const { unsubscribe } = form.watch(() => {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => {
        const changes = changesOf(form.getValues() as Values, onRecord)
        if (Object.keys(changes).length === 0) {
          // Everything was changed back by hand: what was kept of it is nobody's work any more.
          if (isKept.current) void forget(place)
          isKept.current = false
          return
        }
        isKept.current = true
        void keep({ place, changes: changes as never, base: baseOf(onRecord, changes) })
      }, pauseMs)
    })
    return () => {
      unsubscribe()
      clearTimeout(timer.current)
    }
  }, [form, isOn, onRecord, place])

  const offered = isOn && !isSettled && found !== undefined ? found : null
  return {
    offered,
    isOutdated: offered !== null && offered.base !== baseOf(onRecord, offered.changes),
    round,
    bringBack: () => {
      const values = { ...form.getValues(), ...offered?.changes } as DefaultValues<In>
      form.reset(values, { keepDefaultValues: true })
      isKept.current = true
      setSettled(true)
      setRound((count) => count + 1)
    },
    throwAway: () => {
      setSettled(true)
      void forget(place)
    },
    settle: () => {
      clearTimeout(timer.current)
      if (isKept.current || found !== undefined) void forget(place)
    },
  }
}
