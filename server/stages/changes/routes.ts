import type { FastifyInstance } from 'fastify'
import { followChanges } from '../../../contract/stages/changes.ts'
import { route } from '../../platform/http/calls/route.ts'
import type { Service } from '../../platform/http/calls/service.ts'
import { followersOf, type CountAll, type FollowLimits } from './followers.ts'

/** What others write, for the screens of staff: it names no patient, and a pathway by no more than a mark. */
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
      // Of who has gone meanwhile nothing would say so again.
      if (wantsStream && !isGone()) {
        followers.makeRoom(sessionId)
        followers.add({ stream: openStream(), sessionId, isStillAllowed }, seconds ?? 0)
      }
      return { lists: [], pathways: [] }
    },
  )
}
