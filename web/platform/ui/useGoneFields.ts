import { useEffect, useRef, type RefObject } from 'react'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { controlOf } from './controlOf.ts'
import type { Problem } from './formProblems.ts'

/**
 * Clears the error of a field that disappears, such as the fields of a parent organisation when its box is unticked:
 * the link to it in the summary would lead nowhere. An error of a field that the form never showed stays.
 * @param within an element of the form
 */
export const useGoneFields = <In extends FieldValues, Out extends FieldValues>(
  form: UseFormReturn<In, unknown, Out>,
  problems: readonly Problem[],
  within: RefObject<HTMLElement | null>,
): void => {
  const shown = useRef(new Set<string>())
  useEffect(() => {
    const whole = within.current?.closest('form')
    if (problems.length === 0 || !whole) return
    const look = (): void => {
      for (const { field } of problems)
        if (controlOf(field) !== null) shown.current.add(field)
        else if (shown.current.delete(field)) form.clearErrors(field as FieldPath<In>)
    }
    look()
    const observer = new MutationObserver(look)
    observer.observe(whole, { childList: true, subtree: true })
    return () => observer.disconnect()
  })
}
