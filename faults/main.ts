import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { startOwnDatabase, withDemonstration } from '../server/testing/process/ownDatabase.ts'
import { faults } from './catalogue.ts'
import { sayFindings } from './sayFindings.ts'
import { startTarget, type Target } from './target.ts'

/*
 * `npm run faults [-- name …] [--long]`: attacks and accidents against the product on a temporary database. The exit code is 1
 * if an outcome did not hold; figures are printed and never asserted. FAULTS_REPORT names a file for the outcomes, which
 * `npm run safety` reads.
 */
const asked = process.argv.slice(2)
const isLong = asked.includes('--long')
const names = asked.filter((argument) => argument !== '--long')
const unknown = names.filter((name) => !faults.some((fault) => fault.name === name))
if (unknown.length > 0) {
  console.error(
    `No fault is named ${unknown.join(', ')}. There are: ${faults.map(({ name }) => name).join(', ')}`,
  )
  process.exit(1)
}

const database = await startOwnDatabase(withDemonstration)

let held = 0
let broken = 0
const results: { name: string; held: boolean }[] = []
try {
  for (const { name, says, run } of faults) {
    if (names.length > 0 && !names.includes(name)) continue
    console.log(`\n${name}: ${says}`)
    const brokenBefore = broken
    const targets: Target[] = []
    const start: Parameters<typeof run>[0]['start'] = async (options) => {
      const target = await startTarget(database, options)
      targets.push(target)
      return target
    }
    try {
      const found = sayFindings(await run({ start, isLong, isNamed: names.includes(name) }))
      held += found.held
      broken += found.broken
    } catch (error) {
      console.log(`  BROKEN  ${error instanceof Error ? error.message : String(error)}`)
      broken += 1
    }
    for (const target of targets) await target.stop()
    results.push({ name, held: broken === brokenBefore })
  }
} finally {
  await database.stop()
}
const report = process.env['FAULTS_REPORT']
if (report !== undefined) {
  await mkdir(dirname(report), { recursive: true })
  await writeFile(report, JSON.stringify(results))
}
console.log(`\n${held} held, ${broken} broken`)
process.exitCode = broken > 0 ? 1 : 0
