import { useLayoutEffect, useRef, type RefObject } from 'react'

/**
 * Of a heading that the keyboard goes to when it comes, and again when it heads something else. In the commit that draws it: a
 * moment later somebody may have gone on by keyboard from where they were.
 */
export const useFocusedHeading = (of?: string): RefObject<HTMLHeadingElement | null> => {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => heading.current?.focus(), [of])
  return heading
}
