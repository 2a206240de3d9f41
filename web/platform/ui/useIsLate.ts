import { useEffect, useState } from 'react'

/**
 * Content that loads faster than this is not announced as loading. Screen readers read it at once, and announcing five
 * loading parts would only delay it.
 */
const announcedAfterMs = 400

/** Whether the loading state has been shown for so long that users should be told, by default those who cannot see it. */
export const useIsLate = (afterMs = announcedAfterMs): boolean => {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), afterMs)
    return () => clearTimeout(timer)
  }, [afterMs])
  return isLate
}
