import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { faults } from '../../faults/catalogue.ts'
import { evidenceIn, fault } from './evidence.ts'
import { hazardPage, hazardsIn, ratingOf, type Hazard } from './hazard.ts'
import { fileOfFault, ofBrowser, ofFaults, ofRules, resultOf, type RunTest } from './lastResults.ts'
import { safetyReport } from './safetyReport.ts'
import { reported, titlesIn } from './testTitles.ts'

const root = join(import.meta.dirname, '../..')
const hazardLog = hazardsIn(hazardPage)
const shown = (file: string, title: string) => ({ file, title })

describe.each(hazardLog)('the hazard $id', ({ id, title, controls, initial, residual, status }) => {
  it('has controls that begin in code that is there', () => {
    expect(controls.length).toBeGreaterThan(0)
    expect(
      controls.map(({ code }) => code).filter((code) => code === '' || !existsSync(join(root, code))),
    ).toEqual([])
  })

  it('names for each control tests that are there', () => {
    expect(controls.map(({ shownBy }) => shownBy.length)).not.toContain(0)
    expect(controls.flatMap(({ shownBy }) => shownBy.map(fault)).filter((why) => why !== null)).toEqual([])
  })

  it('has risks with the rating of the matrix, no greater with its controls than without', () => {
    if (initial === null || residual === null) throw new Error('A risk is missing or has another rating')
    expect(ratingOf(residual)).toBeLessThanOrEqual(ratingOf(initial) ?? 0)
    expect(residual.likelihood).toBeLessThan(initial.likelihood)
    expect(hazardPage).toContain(
      `\n| ${id} | ${title} | ${ratingOf(initial)} | ${ratingOf(residual)} | ${status} |\n`,
    )
  })
})

it('every hazard that the requirements name is in the log, once', () => {
  const required = Array.from({ length: 16 }, (_, index) => `CS-${index + 1}`)
  const ids = hazardLog.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.slice(0, 16)).toEqual(required)
})

it('every threat of docs/safety/trust.md, in their order, has a control and evidence that is there', () => {
  const sections = readFileSync(join(root, 'docs/safety/trust.md'), 'utf8')
    .split(/^### /m)
    .map((text) => text.split(/^## /m)[0] ?? '')
    .filter((text) => /^T\d+:/.test(text))
  const numbers = sections.map((section) => Number(/^T(\d+)/.exec(section)?.[1]))
  expect(numbers.slice(0, 25)).toEqual(Array.from({ length: 25 }, (_, index) => index + 1))
  expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b))
  for (const section of sections) {
    const evidence = evidenceIn(section)
    expect({
      section: section.slice(0, 40),
      controls: /^Control: ./m.test(section),
      shown: evidence.length > 0,
    }).toEqual({
      section: section.slice(0, 40),
      controls: true,
      shown: true,
    })
    expect(evidence.map(fault).filter((why) => why !== null)).toEqual([])
  }
})

describe('a named test', () => {
  const text = `
    describe('a list', () => {
      it.each([1])('has %s rows', () => {})
      test.describe(\`at \${width} px\`, () => {})
    })
    const title = 'is no test'`

  it('is found by its title or that of its group, and nothing else is', () => {
    expect(titlesIn('a.test.ts', text)).toEqual(new Set(['a list', 'has %s rows', 'at ${width} px']))
  })

  it('is none where file or title is not there, or no title is given', () => {
    const file = 'scripts/safety/safety.test.ts'
    expect(fault(shown(file, 'a named test'))).toBeNull()
    expect(fault(shown(file, 'is no test'))).toContain('has no test')
    expect(fault({ file, title: null })).toContain('without a test')
    expect(fault(shown('scripts/gone.test.ts', 'a list'))).toContain('is not there')
    expect(fault(shown('faults/stop.ts', 'stop'))).toContain('is no test')
  })

  it.each([
    ['%s finds %s, whatever the case', 'Zoë finds Zoe, whatever the case', true],
    ['at ${width} px', 'at 390 px', true],
    ['AU-$number is there', 'AU-3 is there', true],
    ['is it (really)?', 'is it (really)?', true],
    ['has %s rows', 'has 3 rows and more', false],
  ])('%j is reported as %j: %s', (written, told, isSame) => {
    expect(reported(written).test(told)).toBe(isSame)
  })
})

describe('the last result', () => {
  const tests: RunTest[] = [
    ...ofRules({
      testResults: [
        {
          name: join(root, 'server/a.test.ts'),
          assertionResults: [
            { ancestorTitles: ['a list'], title: 'has 1 rows', status: 'passed' },
            { ancestorTitles: ['a list'], title: 'has 2 rows', status: 'failed' },
            { ancestorTitles: [], title: 'is whole', status: 'passed' },
            { ancestorTitles: [], title: 'is left out', status: 'skipped' },
          ],
        },
      ],
    }),
    ...ofBrowser({
      suites: [
        {
          title: 'b.spec.ts',
          file: 'b.spec.ts',
          specs: [{ title: 'opens', ok: true, tests: [{ status: 'expected' }] }],
          suites: [
            {
              title: 'in Apia',
              file: 'b.spec.ts',
              specs: [
                { title: 'moves', ok: false, tests: [{ status: 'unexpected' }] },
                { title: 'waits', ok: true, tests: [{ status: 'skipped' }] },
              ],
            },
          ],
        },
      ],
    }),
    ...ofFaults([
      { name: 'sign-in-flood', held: true },
      { name: 'stop', held: false },
    ]),
  ]

  it.each([
    ['server/a.test.ts', 'has %i rows', 'failed'],
    ['server/a.test.ts', 'a list', 'failed'],
    ['server/a.test.ts', 'is whole', 'passed'],
    ['server/a.test.ts', 'is left out', 'no result'],
    ['server/b.test.ts', 'is whole', 'no result'],
    ['e2e/b.spec.ts', 'opens', 'passed'],
    ['e2e/b.spec.ts', 'in Apia', 'failed'],
    ['e2e/b.spec.ts', 'waits', 'no result'],
    ['faults/signInFlood.ts', null, 'passed'],
    ['faults/stop.ts', null, 'failed'],
    ['faults/lockedRow.ts', null, 'no result'],
  ])('of %s, %s: %s', (file, title, result) => {
    expect(resultOf({ file, title }, tests)).toBe(result)
  })

  it('of a fault is found under the file that every fault has by its name', () => {
    expect(
      faults.map(({ name }) => fileOfFault(name)).filter((file) => !existsSync(join(root, file))),
    ).toEqual([])
  })
})

describe('npm run safety', () => {
  const hazard = (...shownBy: Hazard['controls'][number]['shownBy']): Hazard => ({
    ...(hazardLog[0] as Hazard),
    controls: [{ code: 'server/app/app.ts', shownBy }],
  })
  const one = shown('server/a.test.ts', 'is refused')
  const run = (state: RunTest['state']) => ({
    tests: [{ file: 'server/a.test.ts', titles: ['is refused'], state }],
    at: new Date('2026-11-22T12:00:00Z'),
  })

  it('is content where every hazard has a test and none failed', () => {
    const { lines, isSafe } = safetyReport([hazard(one)], run('passed'))
    expect(isSafe).toBe(true)
    expect(lines).toContain('  passed     server/a.test.ts: is refused')
  })

  it('says plainly that a test has no result', () => {
    const without = safetyReport([hazard(one)], run('not run'))
    expect(without.lines).toContain('  no result  server/a.test.ts: is refused')
    expect(without.isSafe).toBe(false)
    const { lines } = safetyReport([hazard(one)], { tests: [], at: null })
    expect(lines).toContain('No test was run here: run npm run test:all first.')
  })

  it('fails with a failed test', () => {
    expect(safetyReport([hazard(one)], run('failed')).isSafe).toBe(false)
  })

  it('fails with a hazard that only a file speaks for', () => {
    const { lines, isSafe } = safetyReport(
      [hazard({ file: 'contract/platform/dates/dates.ts', title: null })],
      run('passed'),
    )
    expect(isSafe).toBe(false)
    expect(lines.join('\n')).toContain('NO TEST')
  })
})
