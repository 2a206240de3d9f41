import { useLayoutEffect, type RefObject } from 'react'

/**
 * Where a row of links is wider than the screen, the one that is open is in its middle: when it is shown, when the screen gets
 * another width, and when something in it changes.
 * @param shown what the row shows; when it is another, it is looked at again
 */
export const useCurrentInMiddle = (row: RefObject<HTMLUListElement | null>, shown: unknown): void => {
  useLayoutEffect(() => {
    const element = row.current
    if (element === null || typeof ResizeObserver === 'undefined') return
    // Told with the frame that shows the row, so that the page is not laid out in the middle of drawing it.
    const observer = new ResizeObserver(() => {
      const here = element.querySelector<HTMLElement>('[aria-current]')
      if (here !== null) element.scrollLeft = here.offsetLeft - (element.clientWidth - here.offsetWidth) / 2
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [row, shown])
}
