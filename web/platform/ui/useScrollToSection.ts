import { useEffect } from 'react'

/** What ends a hold: somebody moves on the page by themselves. */
const acts = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const
/** Rounding, and no more: who scrolls goes further. */
const sameTop = 2

let letGo = (): void => undefined

/**
 * Brings a section into sight and keeps it there while what stands above it is still read: the page scrolls again as it
 * grows, until somebody scrolls or presses anything. @returns ends it
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
  // Also by what sends no key, such as a screen reader or the scroll bar. A page that grew, or that ended further up and was moved by
  // the browser, was not scrolled by anybody: the observer hears of it next.
  const scrolled = (): void => {
    if (heightOf() === held.height && Math.abs(topOf() - held.top) > sameTop) end()
  }
  const observer = new ResizeObserver(again)
  const end = (): void => {
    observer.disconnect()
    window.removeEventListener('scroll', scrolled)
    for (const act of acts) window.removeEventListener(act, end, { capture: true })
  }
  // Of the page, which grows with its sections, and of what stays at its top, below which the section begins.
  for (const each of [document.body, ...document.querySelectorAll('.sf-banner, .sf-pathway__tools')])
    observer.observe(each)
  window.addEventListener('scroll', scrolled)
  for (const act of acts) window.addEventListener(act, end, { capture: true, passive: true })
  letGo = end
  return end
}

/** Brings a section into sight, and the keyboard with it; nothing happens where there is no such section. */
export const goToSection = (section: string): (() => void) => {
  const end = holdSection(section)
  const target = document.getElementById(section)
  if (target !== null) {
    target.tabIndex = -1
    target.focus({ preventScroll: true })
  }
  return end
}

/** Scrolls to a section once it is on the page; the style sheet leaves 60 px above it (specification). */
export const useScrollToSection = (section: string | undefined): void => {
  useEffect(() => (section === undefined ? undefined : goToSection(section)), [section])
}
