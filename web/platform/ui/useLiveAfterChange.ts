import { useState } from 'react'

/**
 * How a line of text is announced. It is not announced when its screen appears, where it is read like everything else,
 * but at every change after that.
 */
export const useLiveAfterChange = (words: string): 'off' | 'polite' => {
  const [first] = useState(words)
  const [hasChanged, setChanged] = useState(false)
  if (!hasChanged && words !== first) setChanged(true)
  return hasChanged ? 'polite' : 'off'
}
