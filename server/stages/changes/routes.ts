import type { FastifyInstance } from 'fastify'
import { followChanges } from '../../../contract/stages/changes.ts'
import { route } from '../../platform/http/calls/route.ts'
import type { Service } from '../../platform/http/calls/service.ts'
import { followersOf, type CountAll, type FollowLimits } from './followers.ts'

/** Tells the screens of staff what others write. It identifies no patient, and a pathway only by a mark. */
export const serveChanges = (
  app: FastifyInstance,
  service: Service,
  countAll: CountAll,
  limits?: Partial<FollowLimits>,
): void => {
  const followers = followersOf(service, countAll, app.log, limits)
  app.addHook('preClose', () => followers.stop())
  route(
    app,
    service,
    followChanges,
    { capability: 'workList.read', audit: 'none', idempotency: 'safe', rate: 'read', restricted: 'lists' },
    async ({ wantsStream, isGone, openStream, isStillAllowed, principal: { sessionId } }, { seconds }) => {
      // If the client has already gone, no event would report it later, so the stream must not be opened.
      if (wantsStream && !isGone()) {
        followers.makeRoom(sessionId)
        followers.add({ stream: openStream(), sessionId, isStillAllowed }, seconds ?? 0)
      }
      return { lists: [], pathways: [] }
    },
  )
}
