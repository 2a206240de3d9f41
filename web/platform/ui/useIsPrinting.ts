import { useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Whether the page is being printed. Nothing on paper may stay behind a button or a scroll bar. */
export const useIsPrinting = (): boolean => {
  const [isPrinting, setPrinting] = useState(false)
  // Listens as soon as it is on the page: an effect that runs later may miss a page that is printed at once.
  useLayoutEffect(() => {
    // The browser prints the page as it is when the event handler returns.
    const begin = (): void => flushSync(() => setPrinting(true))
    const end = (): void => setPrinting(false)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])
  return isPrinting
}
