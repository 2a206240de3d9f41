import type { Kysely } from 'kysely'
import type { DB } from '../../platform/db/types.ts'
import type { Carriers } from './dispatches/carrier.ts'
import { meshCarrier } from './mesh/carrier.ts'
import type { Mesh } from './mesh/mesh.ts'

/** The services outside that take letters, as far as they are set up. */
export const openCarriers = (
  sql: Kysely<DB>,
  now: () => number,
  { mesh }: { mesh: Mesh | null },
): Carriers => ({
  ...(mesh === null ? {} : { mesh: meshCarrier(sql, now, mesh) }),
})
