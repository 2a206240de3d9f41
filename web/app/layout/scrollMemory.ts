import type { AnyRouter, ParsedLocation } from '@tanstack/react-router'
import { onSignOut } from '../../platform/session/session.ts'
import { holdSection } from '../../platform/ui/useScrollToSection.ts'

const entryOf = ({ state, href }: ParsedLocation): string => state.__TSR_key ?? href

/**
 * Back returns to the scroll position at which the page was left. The positions are kept in memory: the router's own
 * solution writes to session storage under a name that is not the product's (specification).
 */
export const rememberScroll = (site: AnyRouter): void => {
  const tops = new Map<string, number>()
  window.history.scrollRestoration = 'manual'
  site.subscribe('onBeforeLoad', ({ fromLocation }) => {
    if (fromLocation !== undefined) tops.set(entryOf(fromLocation), window.scrollY)
  })
  site.subscribe('onRendered', ({ toLocation }) => {
    const top = tops.get(entryOf(toLocation)) ?? 0
    if (top > 0) return window.scrollTo({ top })
    // The router scrolls each page to its top after the page has scrolled to its section.
    const { section } = toLocation.search as { section?: unknown }
    if (typeof section === 'string') holdSection(section)
  })
  onSignOut(() => tops.clear())
}
