import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askReport, readSections, type ReadSection } from '../../testing/values/askReport.ts'
import { fillReportWorld } from '../../testing/world/reportWorld.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import type { TestUser } from '../../testing/world/users.ts'
import { catalogue } from '../catalogue/catalogue.ts'
import { count } from '../reports/definition.ts'
import { definitionOf, measureOf, namedFigures, namesElsewhere, normalised, type Place } from './glossary.ts'

/*
 * One name, one figure (CS-42): two different calculations never share a name, and a named figure that appears in
 * several places shows the same number in each. dashboard/dashboard.test.ts compares the dashboard with the reports,
 * and reports.test.ts the work lists.
 */

const figures = namedFigures()

/** Names used for more than one calculation. */
const clashes = (all: readonly { name: string; of: string }[]): string[] =>
  [...Map.groupBy(all, ({ name }) => normalised(name))]
    .filter(([, alike]) => new Set(alike.map(({ of }) => of)).size > 1)
    .map(([name]) => name)

const inReports = (all = figures) =>
  all.flatMap(({ name, places: [place] }) =>
    place === undefined
      ? []
      : [{ name, of: definitionOf(place.section, measureOf(place.section, place.column)) }],
  )
const onOtherScreens = namesElsewhere.map(({ title, section, column, row }) => ({
  name: title,
  // A figure of a single row differs from the figure of all rows, so it needs a different name.
  of: `${definitionOf(section, measureOf(section, column))}${row === null ? '' : ` of ${row}`}`,
}))

describe('a name', () => {
  it('means one figure in all reports, on the dashboard and on the work lists', () => {
    expect(clashes([...inReports(), ...onOtherScreens])).toEqual([])
  })

  it('of another function is found, however it is written', () => {
    const [report] = catalogue.filter(({ name }) => name === 'referralsReceived')
    const [section] = report?.sections ?? []
    if (report === undefined || section === undefined || section.kind === 'listed')
      throw new Error('There is no such section')
    const other = { ...section, measures: [count('accepted', ' accepted', 'not declined')] }
    const added = namedFigures([...catalogue, { ...report, sections: [other] }])
    expect(clashes(inReports(added))).toEqual(['accepted'])
  })

  it('stands behind what is counted only where it would mean several things without', () => {
    const titles = Map.groupBy(
      figures.filter(({ name, measure }) => name !== measure.title),
      ({ measure }) => measure.title,
    )
    expect([...titles].filter(([, alike]) => alike.length < 2)).toEqual([])
    const subjects = new Set(figures.map(({ subject }) => subject))
    expect(new Set([...subjects].map(({ title }) => normalised(title))).size).toBe(subjects.size)
  })
})

let service: TestService
let lead: TestUser
const printed = new Map<string, Map<string, ReadSection>>()
const period = { dateFrom: '2026-01-01', dateTo: '2026-10-31' }

beforeAll(async () => {
  service = await testService()
  lead = await service.as('Team Lead')
  const governance = await service.as('Information Governance')
  await fillReportWorld(service.db)
  for (const { name, capability } of catalogue) {
    const reader = capability === 'report.audit' ? governance : lead
    const { status, text } = await askReport(service, reader, { reportName: name, ...period, type: 'csv' })
    expect({ name, status }).toEqual({ name, status: 200 })
    printed.set(name, readSections(text))
  }
})
afterAll(() => service.close())

/** The numbers that a report prints for a figure, by row label; the total row is 'All'. */
const numbersAt = ({ report, section, column }: Place): Map<string, string | undefined> => {
  const { groups, measures, title } = section
  const at = groups.length + measures.findIndex(({ id }) => id === column)
  const rows = printed.get(report.name)?.get(title)?.rows ?? []
  return new Map(
    rows.map((row) => [row[0] === 'All' ? 'All' : row.slice(0, groups.length).join(' | ') || 'All', row[at]]),
  )
}

const groupsOf = ({ section }: Place): string => section.groups.map(({ id }) => id).join()

/** The rows that two places have in common: all rows if both use the same groups, otherwise only the total row. */
const compared = (one: Place, other: Place) => {
  const rows = groupsOf(one) === groupsOf(other) ? [...numbersAt(one).keys()] : ['All']
  const of = (place: Place) => rows.map((row) => [row, numbersAt(place).get(row)])
  return { one: of(one), other: of(other) }
}

describe('a figure at several places', () => {
  it.each(figures.filter(({ places }) => places.length > 1).map((figure) => [figure.name, figure] as const))(
    'has one number at all of them: %s',
    (_, { places: [first, ...others] }) => {
      for (const place of others) {
        if (first === undefined) continue
        const { one, other } = compared(first, place)
        expect(one.length).toBeGreaterThan(0)
        expect(one.map(([, number]) => number)).not.toContain(undefined)
        expect({ at: `${place.report.title}, ${place.section.title}`, numbers: other }).toEqual({
          at: `${place.report.title}, ${place.section.title}`,
          numbers: one,
        })
      }
    },
  )
})
