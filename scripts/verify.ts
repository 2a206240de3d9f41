import { readConfig } from '../server/config.ts'
import { connect } from '../server/db/connect.ts'
import { openDatabase } from '../server/db/openDatabase.ts'
import { verifyStages } from '../server/worklists/verify.ts'

/*
 * `npm run verify`: recomputes where every pathway stands and compares it with the work lists (design decision 2).
 * Exit code 1 when something differs.
 */
const opened = await openDatabase(readConfig(process.env))
const db = connect(opened.applicationUrl, { connections: 1 })
try {
  const { pathways, differences } = await verifyStages(db.sql)
  for (const { pathwayId, problem } of differences.slice(0, 20))
    console.log(`Pathway ${pathwayId} ${problem}`)
  console.log(
    differences.length === 0
      ? `${pathways} pathways checked: every one is on the list that its records say.`
      : `${pathways} pathways checked: ${differences.length} differ from their records.`,
  )
  process.exitCode = differences.length === 0 ? 0 : 1
} finally {
  await db.close()
  await opened.close()
}
