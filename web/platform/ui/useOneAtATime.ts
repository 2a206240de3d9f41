import { useRef, useState } from 'react'

/** Runs one piece of work at a time: while it is running, `run` does nothing. */
export const useOneAtATime = () => {
  const [isBusy, setBusy] = useState(false)
  // A second press may come before the first has been rendered.
  const isRunning = useRef(false)
  const run = async (work: () => void | Promise<unknown>): Promise<void> => {
    if (isRunning.current) return
    isRunning.current = true
    setBusy(true)
    try {
      await work()
    } finally {
      isRunning.current = false
      setBusy(false)
    }
  }
  return { isBusy, run }
}
