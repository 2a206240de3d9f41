import { useRef, useState } from 'react'

/** Work that is done once at a time: while it goes on, `run` does nothing. */
export const useOneAtATime = () => {
  const [isBusy, setBusy] = useState(false)
  // A second press may come before the first has been drawn.
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
