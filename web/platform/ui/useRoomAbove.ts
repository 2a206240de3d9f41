import { useLayoutEffect, type RefObject } from 'react'

/**
 * What stays at the top of the screen takes room from what is scrolled to. Its height is kept in a property of the root, from
 * which the style sheet leaves that room (web/platform/styles/page.scss); 0 where it scrolls away with the page.
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
    // A page that opens at a section goes there before the observer is told. Others need not be laid out twice.
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
