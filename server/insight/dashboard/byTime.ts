import { sql as raw } from 'kysely'
import type { Days } from '../../../contract/insight/dashboard/dashboard.ts'
import { byMonth } from '../catalogue/shared.ts'
import type { CountedSection, Facts, Group, Measure } from '../reports/definition.ts'
import type { FigureChoice } from './figures.ts'

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** Restricts the measure to the facts of one row. */
const ofRow = (measure: Measure, { section, row }: FigureChoice): Measure => {
  const [group] = section.groups
  if (row === null || group === undefined || measure.kind === 'percent' || measure.kind === 'share')
    return measure
  const only = `${group.id} = ${quoted(row)}`
  return { ...measure, when: measure.when === undefined ? only : `(${measure.when}) and ${only}` }
}

const sumOf = ({ measures }: CountedSection, id: string): readonly string[] => {
  const measure = measures.find((each) => each.id === id)
  return measure?.kind === 'count' ? (measure.sumOf ?? []) : []
}

/**
 * The section of a figure, grouped differently. It keeps the facts and measures, so the definition stays the same.
 */
const byOther = (choice: FigureChoice, group: Group): CountedSection => {
  const { section, column, title, beside } = choice
  const own = section.measures.find(({ id }) => id === column)
  const needed = new Set([
    column,
    ...(beside === undefined ? [] : [beside.column]),
    ...(own?.kind === 'percent' ? [own.of, own.among] : []),
  ])
  // Add the parts of each sum, because a hidden number could be worked out from them. Iterating over a Set also
  // visits ids added during the loop.
  for (const id of needed) for (const part of sumOf(section, id)) needed.add(part)
  return {
    ...{ title, facts: section.facts, groups: [group], order: 'label', hasTotal: false },
    measures: section.measures.filter(({ id }) => needed.has(id)).map((measure) => ofRow(measure, choice)),
  }
}

export const byMonthOf = (choice: FigureChoice): CountedSection => byOther(choice, byMonth)
export const inPartsOf = (choice: FigureChoice): CountedSection =>
  byOther(choice, { id: 'part', title: 'Period' })

/** The same facts with a column `part`: whether the day lies in the period, in the one before, or in neither. */
export const partedBy =
  (facts: Facts, { period, before }: Record<'period' | 'before', Days>): Facts =>
  async (all) => raw`
    select fact.*, case
      when day between ${period.dateFrom}::date and ${period.dateTo}::date then 'period'
      when day between ${before.dateFrom}::date and ${before.dateTo}::date then 'before' end as part
    from (${await facts(all)}) as fact`
