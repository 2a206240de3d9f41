import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hazardLog } from './safety/hazardLog.ts'
import { hazardPage } from './safety/hazardPage.ts'
import { readLastResults } from './safety/lastResults.ts'
import { safetyReport } from './safety/safetyReport.ts'

/*
 * `npm run safety`: each hazard, the tests of its controls, and what the last `npm test` said of them. Exit code 1 when a hazard has
 * no test or a failed one. `-- --write` makes docs/safety/hazards.md from the log instead.
 */
if (process.argv.includes('--write')) {
  writeFileSync(join(import.meta.dirname, '../docs/safety/hazards.md'), hazardPage(hazardLog))
  console.log('docs/safety/hazards.md')
} else {
  const { lines, isSafe } = safetyReport(hazardLog, readLastResults())
  for (const line of lines) console.log(line)
  process.exitCode = isSafe ? 0 : 1
}
