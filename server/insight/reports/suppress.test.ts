import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askReport, readSections } from '../../testing/values/askReport.ts'
import { fillReportWorld } from '../../testing/world/reportWorld.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import type { TestUser } from '../../testing/world/users.ts'
import { catalogue } from '../catalogue/catalogue.ts'
import { count, countAll, percent, share } from './definition.ts'
import { isHidden } from '../../platform/files/renderedReport.ts'
import { suppressRows } from './suppress.ts'

let service: TestService
let lead: TestUser
beforeAll(async () => {
  service = await testService()
  lead = await service.as('Team Lead')
  await fillReportWorld(service.db)
})
afterAll(() => service.close())

describe('hiding small numbers', () => {
  it('leaves no count from 1 to 4, none that is not a multiple of 5, and no single entry, in any report', async () => {
    for (const { name, sections } of catalogue.filter(({ capability }) => capability === 'report.run')) {
      const { text } = await askReport(service, lead, { reportName: name, type: 'csv', suppress: true })
      expect(text).toContain('1 to 4 are shown as *')
      const read = readSections(text)
      expect([...read.keys()]).toEqual(
        sections.filter(({ kind }) => kind !== 'listed').map(({ title }) => title),
      )
      for (const section of sections) {
        if (section.kind === 'listed') continue
        for (const row of read.get(section.title)?.rows ?? [])
          for (const [place, measure] of section.measures.entries()) {
            const shown = row[section.groups.length + place] ?? ''
            if (measure.kind === 'count')
              expect({ name, shown }).toEqual({
                name,
                shown: expect.stringMatching(/^(\*|\d*[05])$/) as string,
              })
          }
      }
    }
  })

  it('works percentages out from the rounded counts', async () => {
    const { text } = await askReport(service, lead, {
      reportName: 'referralsBySource',
      type: 'csv',
      suppress: true,
    })
    const section = readSections(text).get('By referrer')
    const total = Number(section?.rows.at(-1)?.[1])
    for (const [, count, share] of section?.rows ?? [])
      if (count !== '*')
        // One decimal, and exact halves may round up or down.
        expect(Math.abs(Number(share) - (100 * Number(count)) / total)).toBeLessThan(0.050_001)
  })
})

/** Every list of whole numbers that is consistent with what a reader sees. */
const readings = (shown: readonly (number | null)[]): number[][] =>
  shown.reduce<number[][]>(
    (found, number) => {
      const candidates =
        number === null
          ? [1, 2, 3, 4]
          : [-2, -1, 0, 1, 2]
              .map((off) => number + off)
              .filter((each) => (number === 0 ? each === 0 : each >= 5))
      return found.flatMap((before) => candidates.map((each) => [...before, each]))
    },
    [[]],
  )

describe('a hidden number', () => {
  const few = [0, 1, 2, 3, 4, 5, 6, 7, 8, 11]
  const columns = few.flatMap((a) => few.flatMap((b) => few.map((c) => [a, b, c])))
  const row = (n: number, isTotal: boolean) => ({ key: [], isTotal, numbers: { n }, sizes: {} })
  const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0)

  it('cannot be worked out from the rows and their total, nor from the shares', () => {
    let secondary = 0
    for (const column of columns) {
      const rows = [...column.map((n) => row(n, false)), row(sum(column), true)]
      const suppressed = suppressRows(rows, [count('n', 'Number'), share('share', 'Share %', 'n')])
      const shown = suppressed.map(({ n }) => (typeof n === 'number' ? n : null))
      const total = shown.at(-1) ?? null
      if (total === null) {
        if (sum(column) > 4) secondary += 1
        for (const { share: percent } of suppressed)
          expect(percent === null || typeof percent === 'object').toBe(true)
        continue
      }
      const possible = readings(shown.slice(0, -1)).filter((each) =>
        total === 0 ? sum(each) === 0 : Math.abs(sum(each) - total) <= 2,
      )
      for (const place of column.keys())
        if (shown[place] === null)
          expect({ column, values: new Set(possible.map((each) => each[place])).size > 1 }).toEqual({
            column,
            values: true,
          })
    }
    expect(secondary).toBeGreaterThan(10)
  })

  it('cannot be worked out from other columns that add up with it', () => {
    const measures = [countAll('all', 'All', ['a', 'b']), count('a', 'A'), count('b', 'B')]
    const shownOf = (a: number, b: number) =>
      suppressRows([{ key: [], isTotal: true, numbers: { all: a + b, a, b }, sizes: {} }], measures)[0]
    // Two numbers of at most 4 whose sum is at least 8 must both be 4.
    expect(isHidden(shownOf(4, 4)?.['all'] ?? null)).toBe(true)
    expect(shownOf(4, 2)?.['all']).toBe(5)
    expect(shownOf(4, 20)?.['all']).toBe(25)
  })

  it('is guarded by sums that are true: each whole of the catalogue is the sum of its parts', async () => {
    let wholes = 0
    for (const { name, sections } of catalogue.filter(({ capability }) => capability === 'report.run')) {
      const read = readSections((await askReport(service, lead, { reportName: name, type: 'csv' })).text)
      for (const section of sections) {
        if (section.kind === 'listed') continue
        const placeOf = (id: string): number =>
          section.groups.length + section.measures.findIndex((measure) => measure.id === id)
        for (const measure of section.measures)
          if (measure.kind === 'count' && measure.sumOf !== undefined)
            for (const cells of read.get(section.title)?.rows ?? []) {
              wholes += 1
              const parts = measure.sumOf.map((id) => Number(cells[placeOf(id)]))
              expect({ name, sum: sum(parts) }).toEqual({ name, sum: Number(cells[placeOf(measure.id)]) })
            }
      }
    }
    expect(wholes).toBeGreaterThan(50)
  })
})

describe('a percentage of rounded counts', () => {
  const measures = [count('all', 'All'), count('some', 'Some'), percent('part', 'Some %', 'some', 'all')]
  const row = (numbers: Record<string, number>, isTotal: boolean) => ({
    key: [],
    isTotal,
    numbers,
    sizes: {},
  })

  it.each([
    [0, 0, null],
    [7, 5, 'hidden'],
    [17, 10, 'hidden'],
    [18, 10, 50],
    [40, 11, 25],
    [40, 3, 'hidden'],
  ])('of %i is shown where they are of 20 or more', (all, some, shown) => {
    const [rendered] = suppressRows([row({ all, some }, true)], measures)
    const part = rendered?.['part'] ?? null
    expect(isHidden(part) ? 'hidden' : part).toBe(shown)
  })

  it('is hidden as a share of fewer than 20 in all', () => {
    const shares = [count('n', 'Number'), share('share', 'Share %', 'n')]
    const shownOf = (...numbers: number[]) => {
      const total = numbers.reduce((sum, each) => sum + each, 0)
      return suppressRows([...numbers.map((n) => row({ n }, false)), row({ n: total }, true)], shares).map(
        ({ share: shown }) => (isHidden(shown ?? null) ? 'hidden' : shown),
      )
    }
    expect(shownOf(5, 10)).toEqual(['hidden', 'hidden', 'hidden'])
    expect(shownOf(10, 10)).toEqual([50, 50, 100])
  })
})
