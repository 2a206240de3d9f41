import type { Kysely } from 'kysely'
import type { Notify, Postage } from '../../platform/messages/notify/notify.ts'
import type { DB } from '../../platform/db/types.ts'
import type { Carriers } from './dispatches/carrier.ts'
import { meshCarrier } from './mesh/carrier.ts'
import { openPost } from './notify/carrier.ts'
import type { Mesh } from './mesh/api/mesh.ts'

/** The services outside that take letters, as far as they are set up. */
export const openCarriers = (
  sql: Kysely<DB>,
  now: () => number,
  { mesh, post }: { mesh: Mesh | null; post: { notify: Notify; postage: Postage } | null },
): Carriers => ({
  ...(mesh === null ? {} : { mesh: meshCarrier(sql, now, mesh) }),
  ...(post === null ? {} : { post: openPost(post.notify, post.postage) }),
})
