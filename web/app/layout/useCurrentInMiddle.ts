import { useLayoutEffect, type RefObject } from 'react'

/**
 * If a row of links is wider than the screen, scrolls the current link to the middle: when the row appears, when the
 * screen width changes, and when something in the row changes.
 * @param shown what the row shows; a change repeats the scrolling
 */
export const useCurrentInMiddle = (row: RefObject<HTMLUListElement | null>, shown: unknown): void => {
  useLayoutEffect(() => {
    const element = row.current
    if (element === null || typeof ResizeObserver === 'undefined') return
    // The observer runs with the frame that shows the row, so that it does not force a layout during rendering.
    const observer = new ResizeObserver(() => {
      const here = element.querySelector<HTMLElement>('[aria-current]')
      if (here !== null) element.scrollLeft = here.offsetLeft - (element.clientWidth - here.offsetWidth) / 2
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [row, shown])
}
