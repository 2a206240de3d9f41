import { verifyAudit } from '../../server/platform/audit/seal/verify.ts'
import { connect } from '../../server/platform/db/connection/connect.ts'
import type { Documents } from '../../server/pathways/documents/documents.ts'
import { verifyDocuments } from '../../server/pathways/documents/storage/verify.ts'
import { verifyOwners } from '../../server/pathways/owners/verify.ts'
import { verifyStages } from '../../server/pathways/worklists/verify.ts'

/** What `npm run verify` and `npm run audit:verify` would say of the database, a sentence for each thing that is wrong. */
export const verifyRestored = async (ownerUrl: string, documents: Documents): Promise<string[]> => {
  const db = connect(ownerUrl, { connections: 1, asOwner: true })
  try {
    const stages = await verifyStages(db.sql)
    const owners = await verifyOwners(db.sql)
    const contents = await verifyDocuments(db.sql, documents)
    const audit = await verifyAudit(db.pool)
    return [
      ...[...stages.differences, ...owners.problems].map(
        ({ pathwayId, problem }) => `Pathway ${pathwayId ?? ''} ${problem}`,
      ),
      ...contents.problems.map(({ documentId, problem }) => `Document ${documentId ?? ''} ${problem}`),
      ...audit.problems,
    ]
  } finally {
    await db.close()
  }
}
