import { useRef, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import type { LikelyDuplicate } from '../../../contract/platform/calls/likelyDuplicate.ts'
import { ApiError } from '../../platform/calls/api.ts'

export interface DuplicateCheck {
  /** Who it may be: shown in place of the form. */
  found: LikelyDuplicate[]
  /** Runs a registration with the ids that were judged to be somebody else; keeps likely duplicates to be shown. */
  watch: <Reply>(register: (notDuplicateOf: number[]) => Promise<Reply>) => Promise<Reply>
  /** They are other people: the form is sent again. */
  goOn: () => void
  goBack: () => void
}

/** Before a second record of one person is made, the person at the screen decides (CS-2). */
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
