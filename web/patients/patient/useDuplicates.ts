import { useRef, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import type { LikelyDuplicate } from '../../../contract/platform/calls/likelyDuplicate.ts'
import { ApiError } from '../../platform/calls/api.ts'

export interface DuplicateCheck {
  /** The patients who may be the same person, shown in place of the form. */
  found: LikelyDuplicate[]
  /**
   * Runs a registration with the ids that were judged to be somebody else, and keeps likely duplicates to show them.
   */
  watch: <Reply>(register: (notDuplicateOf: number[]) => Promise<Reply>) => Promise<Reply>
  /** The user says that they are other people: sends the form again. */
  goOn: () => void
  goBack: () => void
}

/** Before a second record of one person is created, the user decides (CS-2). */
export const useDuplicates = (form: RefObject<HTMLFormElement | null>): DuplicateCheck => {
  const [found, setFound] = useState<LikelyDuplicate[]>([])
  const judged = useRef<number[]>([])
  const showForm = (): void => flushSync(() => setFound([]))
  return {
    found,
    watch: async (register) => {
      try {
        return await register(judged.current)
      } catch (error) {
        if (error instanceof ApiError && error.problem?.duplicates !== undefined)
          setFound(error.problem.duplicates)
        throw error
      }
    },
    goOn: () => {
      judged.current = found.map(({ id }) => id)
      showForm()
      form.current?.requestSubmit()
    },
    goBack: () => {
      showForm()
      form.current?.querySelector('input')?.focus()
    },
  }
}
