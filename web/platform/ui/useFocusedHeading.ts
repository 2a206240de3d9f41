import { useLayoutEffect, useRef, type RefObject } from 'react'

/**
 * For a heading that gets the focus when it appears, and again when it heads something else. It is focused in the
 * commit that renders it: a moment later the user may have moved on by keyboard from where they were.
 */
export const useFocusedHeading = (of?: string): RefObject<HTMLHeadingElement | null> => {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => heading.current?.focus(), [of])
  return heading
}
