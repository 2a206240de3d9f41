import { useEffect } from 'react'

/** Scrolls to a section once it is on the page; the style sheet leaves 60 px above it (specification). */
export const useScrollToSection = (section: string | undefined): void => {
  useEffect(() => {
    if (section === undefined) return
    const target = document.getElementById(section)
    if (target === null) return
    target.scrollIntoView()
    target.tabIndex = -1
    target.focus({ preventScroll: true })
  }, [section])
}
