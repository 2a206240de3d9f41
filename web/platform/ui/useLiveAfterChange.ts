import { useState } from 'react'

/**
 * How a line of words is announced: not as it comes with its screen, where it is read like all else, and each time that it changes
 * from then on.
 */
export const useLiveAfterChange = (words: string): 'off' | 'polite' => {
  const [first] = useState(words)
  const [hasChanged, setChanged] = useState(false)
  if (!hasChanged && words !== first) setChanged(true)
  return hasChanged ? 'polite' : 'off'
}
