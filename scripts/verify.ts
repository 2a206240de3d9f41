import { readConfig } from '../server/app/config.ts'
import { connect } from '../server/platform/db/connection/connect.ts'
import { commandLine } from '../server/platform/settings/commandLine.ts'
import { openDatabase } from './openDatabase.ts'
import { openDocuments } from '../server/pathways/documents/documents.ts'
import { verifyDocuments } from '../server/pathways/documents/storage/verify.ts'
import { verifyOwners } from '../server/pathways/owners/verify.ts'
import { verifyStages } from '../server/pathways/worklists/verify.ts'
import { runCommand } from './runCommand.ts'

/*
 * `npm run verify`: recomputes where every pathway stands and compares it with the work lists,
 * that every open one, and every open red flag, has one owner or stands in Unowned,
 * and reads every document and compares it with its checksum (FI-7).
 * Exit code 1 when something differs.
 */
await runCommand(`Use: ${commandLine('verify')}`, async () => {
  const config = readConfig(process.env)
  const opened = await openDatabase(config)
  const db = connect(opened.applicationUrl, { connections: 1 })
  try {
    const { pathways, differences } = await verifyStages(db.sql)
    for (const { pathwayId, problem } of differences.slice(0, 20))
      console.log(pathwayId === null ? problem : `Pathway ${pathwayId} ${problem}`)
    console.log(
      differences.length === 0
        ? `${pathways} pathways checked: every one is on the list that its records say, and every counter is right.`
        : `${pathways} pathways checked: ${differences.length} differences from their records.`,
    )
    const owners = await verifyOwners(db.sql)
    for (const { pathwayId, problem } of owners.problems.slice(0, 20))
      console.log(pathwayId === null ? problem : `Pathway ${pathwayId} ${problem}`)
    console.log(
      owners.problems.length === 0
        ? `${owners.open} open pathways and ${owners.redFlags} open red flags checked: every one has one owner or is in Unowned.`
        : `${owners.open} open pathways and ${owners.redFlags} open red flags checked: ${owners.problems.length} problems with their owners.`,
    )
    const verified = await verifyDocuments(db.sql, await openDocuments(config.documents))
    for (const { documentId, problem } of verified.problems.slice(0, 20))
      console.log(documentId === null ? `A content ${problem}` : `Document ${documentId} ${problem}`)
    console.log(
      verified.problems.length === 0
        ? `${verified.documents} documents checked: every one is as it was stored.`
        : `${verified.documents} documents checked: ${verified.problems.length} problems.`,
    )
    process.exitCode = differences.length + owners.problems.length + verified.problems.length === 0 ? 0 : 1
  } finally {
    await db.close()
    await opened.close()
  }
})
