import { useEffect } from 'react'

/** Events that show that the user has acted on the page. `holdSection` then stops. */
const acts = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const
/** Tolerates rounding only: a user who scrolls moves further. */
const sameTop = 2

let letGo = (): void => undefined

/**
 * Scrolls to a section and keeps it in view while the content above it is still loading. The page scrolls again as it
 * grows, until the user scrolls or presses anything.
 * @returns a function that ends it
 */
export const holdSection = (section: string): (() => void) => {
  letGo()
  const target = document.getElementById(section)
  if (target === null) return letGo
  target.scrollIntoView()
  if (typeof ResizeObserver === 'undefined') return letGo
  const topOf = (): number => target.getBoundingClientRect().top
  const heightOf = (): number => document.body.scrollHeight
  let held = { top: topOf(), height: heightOf() }
  const again = (): void => {
    if (!target.isConnected) return end()
    target.scrollIntoView()
    held = { top: topOf(), height: heightOf() }
  }
  // Detects scrolling that sends none of these events, such as by a screen reader or the scroll bar. If the page has
  // changed in height, the browser may have moved it, not the user. The observer is called next in that case.
  const scrolled = (): void => {
    if (heightOf() === held.height && Math.abs(topOf() - held.top) > sameTop) end()
  }
  const observer = new ResizeObserver(again)
  const end = (): void => {
    observer.disconnect()
    window.removeEventListener('scroll', scrolled)
    for (const act of acts) window.removeEventListener(act, end, { capture: true })
  }
  // Observes the page, which grows with its sections, and the bars at its top, below which the section begins.
  for (const each of [document.body, ...document.querySelectorAll('.sf-banner, .sf-pathway__tools')])
    observer.observe(each)
  window.addEventListener('scroll', scrolled)
  for (const act of acts) window.addEventListener(act, end, { capture: true, passive: true })
  letGo = end
  return end
}

/** Scrolls to a section and moves the focus to it. Does nothing if there is no such section. */
export const goToSection = (section: string): (() => void) => {
  const end = holdSection(section)
  const target = document.getElementById(section)
  if (target !== null) {
    target.tabIndex = -1
    target.focus({ preventScroll: true })
  }
  return end
}

/** Scrolls to a section once it is on the page. The style sheet leaves 60 px above it (specification). */
export const useScrollToSection = (section: string | undefined): void => {
  useEffect(() => (section === undefined ? undefined : goToSection(section)), [section])
}
