import type { AnyRouter, ParsedLocation } from '@tanstack/react-router'
import { onSignOut } from '../../platform/session/session.ts'
import { holdSection } from '../../platform/ui/useScrollToSection.ts'

const entryOf = ({ state, href }: ParsedLocation): string => state.__TSR_key ?? href

/**
 * Back leads to where the page was left. In memory: the router's own way writes to session storage
 * under a name that is not the product's (specification).
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
    // The router begins each page at its top, after the page itself has gone to its section.
    const { section } = toLocation.search as { section?: unknown }
    if (typeof section === 'string') holdSection(section)
  })
  onSignOut(() => tops.clear())
}
