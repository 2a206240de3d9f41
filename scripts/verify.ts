import { openDatabase } from './openDatabase.ts'
import { verifyStages } from '../server/worklists/verify.ts'

/* Recomputes where every pathway stands and compares it with the work lists (design decision 2). Exit code 1 on a difference. */
const { db, close } = await openDatabase()
try {
  const { pathways, differences } = await verifyStages(db.sql)
  for (const { pathwayId, problem } of differences.slice(0, 20))
    console.log(`Pathway ${pathwayId}: ${problem}`)
  console.log(
    differences.length === 0
      ? `${pathways} pathways checked: every one is on the list that its records say.`
      : `${pathways} pathways checked: ${differences.length} differ from their records.`,
  )
  process.exitCode = differences.length === 0 ? 0 : 1
} finally {
  await close()
}
