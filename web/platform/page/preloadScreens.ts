import type { AnyRouter } from '@tanstack/react-router'
import { today } from '../../../contract/platform/dates/dates.ts'
import { currentSession } from '../session/session.ts'
import { whenIdle } from './whenIdle.ts'

interface Preloadable {
  preload?: () => Promise<void>
}

/**
 * Requests the script of the next screen before it is needed. A signed-in user waits for it during the first calls
 * instead of after them. On the sign-in page, the frame of the product is requested once that page is idle.
 */
export const preloadScreens = (site: AnyRouter): void => {
  const preload = (component: unknown): void => void (component as Preloadable | undefined)?.preload?.()
  if (currentSession() !== null) {
    for (const { routeId } of site.matchRoutes(site.latestLocation))
      preload(site.routesById[routeId]?.options.component)
    // Nearly every screen shows a date. A browser loads its date tables for the first one, so let it do that while it
    // waits.
    setTimeout(today)
  } else whenIdle(() => preload(site.routesById['/falls']?.options.component))
}
