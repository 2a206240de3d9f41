import { useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Whether the page is being put on paper, where nothing may be left behind a button or a scroll bar. */
export const useIsPrinting = (): boolean => {
  const [isPrinting, setPrinting] = useState(false)
  // Listening from the moment it is seen: an effect that follows later may miss a page that is printed at once.
  useLayoutEffect(() => {
    // The browser prints the page as it is when the event returns.
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
