import { startMeshStandIn } from '../server/exchange/outgoing/mesh/standIn/standIn.ts'
import type { MeshSettings } from '../server/exchange/outgoing/mesh/settings.ts'
import { connect } from '../server/platform/db/connection/connect.ts'

/** Starts the stand-in of MESH in this process. It has a mailbox for each practice of the demonstration. */
export const startMeshOfDemonstration = async (databaseUrl: string): Promise<MeshSettings> => {
  const standIn = await startMeshStandIn()
  standIn.isPrompt = true
  const db = connect(databaseUrl, { connections: 1, stepsBack: false })
  try {
    const { rows } = await db.pool.query<{ id: string }>(
      `select distinct registered_gp as id from patient where registered_gp is not null`,
    )
    for (const { id } of rows) standIn.directory.set(id, [`${id}OT01`])
  } finally {
    await db.close()
  }
  return standIn.settings
}
