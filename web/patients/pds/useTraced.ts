import { useState } from 'react'
import type { searchGp } from '../../../contract/patients/patient.ts'
import type { ReplyOf } from '../../../contract/platform/calls/endpoint.ts'

export type PracticeChoice = ReplyOf<typeof searchGp>[number]

export interface Traced {
  /** Names the last answer of PDS in the save, so that the server can compare. */
  traceId: number | undefined
  /** The practice that was filled in last, and how often one was: a new number mounts its box again. */
  practice: PracticeChoice | null
  filled: number
  setTraceId: (id: number) => void
  fillPractice: (practice: PracticeChoice) => void
}

/** What a registration form keeps of a trace besides its values. */
export const useTraced = (): Traced => {
  const [traceId, setTraceId] = useState<number>()
  const [{ practice, filled }, setPractice] = useState<Pick<Traced, 'practice' | 'filled'>>({
    practice: null,
    filled: 0,
  })
  return {
    traceId,
    practice,
    filled,
    setTraceId,
    fillPractice: (choice) => setPractice((last) => ({ practice: choice, filled: last.filled + 1 })),
  }
}
