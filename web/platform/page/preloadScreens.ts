import type { AnyRouter } from '@tanstack/react-router'
import { today } from '../../../contract/platform/dates/dates.ts'
import { currentSession } from '../session/session.ts'

interface Preloadable {
  preload?: () => Promise<void>
}

/**
 * Asks for the script of what comes next before it is needed. Who is signed in waits for it beside the first calls instead of
 * after them; on the sign-in page the frame of the product comes once that page has nothing else to do.
 */
export const preloadScreens = (site: AnyRouter): void => {
  const preload = (component: unknown): void => void (component as Preloadable | undefined)?.preload?.()
  if (currentSession() !== null) {
    for (const { routeId } of site.matchRoutes(site.latestLocation))
      preload(site.routesById[routeId]?.options.component)
    // Nearly every screen shows a day. A browser reads its tables for the first one, which it may as well do while it waits.
    setTimeout(today)
  } else whenIdle(() => preload(site.routesById['/falls']?.options.component))
}

/** Browsers without an idle time of their own wait a moment. */
const whenIdle = (work: () => void): void => {
  if ('requestIdleCallback' in window) window.requestIdleCallback(work)
  else setTimeout(work, 1000)
}
