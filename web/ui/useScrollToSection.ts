import { useEffect } from 'react'

/** Brings a section into sight, and the keyboard with it; nothing happens where there is no such section. */
export const goToSection = (section: string): void => {
  const target = document.getElementById(section)
  if (target === null) return
  target.scrollIntoView()
  target.tabIndex = -1
  target.focus({ preventScroll: true })
}

/** Scrolls to a section once it is on the page; the style sheet leaves 60 px above it (specification). */
export const useScrollToSection = (section: string | undefined): void => {
  useEffect(() => {
    if (section !== undefined) goToSection(section)
  }, [section])
}
