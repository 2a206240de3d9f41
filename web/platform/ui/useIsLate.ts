import { useEffect, useState } from 'react'

/** What comes sooner than this is not announced: it is heard itself at once, and five parts on their way only delay it. */
const announcedAfterMs = 400

/** Whether what is shown in this place has been shown for so long that somebody who does not see it should be told. */
export const useIsLate = (): boolean => {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), announcedAfterMs)
    return () => clearTimeout(timer)
  }, [])
  return isLate
}
