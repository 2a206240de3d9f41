import { hazardPage, hazardsIn } from './safety/hazard.ts'
import { readLastResults } from './safety/lastResults.ts'
import { safetyReport } from './safety/safetyReport.ts'

/*
 * `npm run safety`: each hazard of docs/safety/hazards.md, the tests of its controls, and their results in the last `npm run test:all`.
 * Exit code 1 when a hazard has no test or a failed one.
 */
const { lines, isSafe } = safetyReport(hazardsIn(hazardPage), readLastResults())
for (const line of lines) console.log(line)
process.exitCode = isSafe ? 0 : 1
