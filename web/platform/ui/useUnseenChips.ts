import { useLayoutEffect, useState, type RefObject } from 'react'

/**
 * How many chips of a banner have no room on a phone, where the banner is a few lines only. They are counted as drawn:
 * what fits depends on the screen, the text and its size.
 * @param core the part of the banner that ends where its room does
 * @param chips what is shown; a change counts again
 */
export const useUnseenChips = (core: RefObject<HTMLElement | null>, chips: readonly unknown[]): number => {
  const [unseen, setUnseen] = useState(0)
  useLayoutEffect(() => {
    const element = core.current
    if (element === null || typeof ResizeObserver === 'undefined') return
    const list = element.querySelector('.sf-chips')
    const items = [...element.querySelectorAll('.sf-chip')]
    const count = (): void => {
      const ends = [element, list].map((each) => each?.getBoundingClientRect().bottom ?? Infinity)
      const end = Math.min(...ends)
      setUnseen(items.filter((item) => item.getBoundingClientRect().bottom > end + 1).length)
    }
    const observer = new ResizeObserver(count)
    for (const each of [element, ...items]) observer.observe(each)
    return () => observer.disconnect()
  }, [core, chips])
  return unseen
}
