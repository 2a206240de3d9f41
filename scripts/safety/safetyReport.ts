import { isTestFile } from './evidence.ts'
import { ratingOf, type Hazard, type Risk } from './hazard.ts'
import { resultOf, type Result, type RunTest } from './lastResults.ts'

interface LastResults {
  tests: readonly RunTest[]
  at: Date | null
}

const mark: Record<Result, string> = { passed: 'passed   ', failed: 'FAILED   ', 'no result': 'no result' }

const rating = (risk: Risk | null): string => String(risk === null ? 'unknown' : ratingOf(risk))

/** The evidence part of the safety case, a line for each test, and whether every hazard has a test and none of them failed. */
export const safetyReport = (
  hazards: readonly Hazard[],
  { tests, at }: LastResults,
): { lines: string[]; isSafe: boolean } => {
  const lines: string[] = []
  const counts: Record<Result, number> = { passed: 0, failed: 0, 'no result': 0 }
  const untested: string[] = []
  const unshown: string[] = []
  for (const { id, title, initial, residual, controls } of hazards) {
    lines.push('', `${id}: ${title} (risk ${rating(initial)}, with controls ${rating(residual)})`)
    const evidence = controls.flatMap(({ shownBy }) => shownBy)
    if (!evidence.some(({ file }) => isTestFile(file) || file.startsWith('faults/'))) {
      untested.push(id)
      lines.push('  NO TEST    nothing shows that its controls work')
    }
    let isShown = false
    for (const each of evidence) {
      const result = resultOf(each, tests)
      counts[result] += 1
      isShown ||= result === 'passed'
      lines.push(`  ${mark[result]}  ${each.file}${each.title === null ? '' : `: ${each.title}`}`)
    }
    if (at !== null && !isShown) unshown.push(id)
  }
  lines.push(
    '',
    at === null
      ? 'No test was run here: run npm run test:all first.'
      : `Results of the last run of the tests, which ended at ${at.toISOString()}.`,
    `${hazards.length} hazards: ${counts.passed} tests passed, ${counts.failed} failed, ${counts['no result']} without a result.`,
    ...(untested.length === 0 ? [] : [`Without a test: ${untested.join(', ')}.`]),
    ...(unshown.length === 0 ? [] : [`None of its tests passed or ran: ${unshown.join(', ')}.`]),
  )
  return { lines, isSafe: counts.failed === 0 && untested.length === 0 && unshown.length === 0 }
}
