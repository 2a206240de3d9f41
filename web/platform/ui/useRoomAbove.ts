import { useLayoutEffect, type RefObject } from 'react'

/**
 * A bar that stays at the top of the screen covers part of the page. Its height is stored in a property of the root
 * element, from which the style sheet offsets scroll targets (web/platform/styles/page.scss). The height is 0 if the
 * bar scrolls away with the page.
 */
export const useRoomAbove = (
  bar: RefObject<HTMLElement | null>,
  property: '--sf-banner-height' | '--sf-tools-height',
): void => {
  useLayoutEffect(() => {
    const element = bar.current
    if (element === null || typeof ResizeObserver === 'undefined') return
    const { style } = document.documentElement
    const measure = (): void => {
      const isSticky = getComputedStyle(element).position === 'sticky'
      const height = isSticky ? Math.ceil(element.getBoundingClientRect().height) : 0
      style.setProperty(property, `${height}px`)
    }
    // A page that opens at a section scrolls there before the observer is called. Other pages need no second layout.
    if (/[?&]section=/.test(location.search)) measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    window.addEventListener('resize', measure)
    return () => {
      observer.disconnect()
      window.removeEventListener('resize', measure)
      style.removeProperty(property)
    }
  }, [bar, property])
}
