import { sql as raw } from 'kysely'
import type { Days } from '../../../contract/insight/dashboard.ts'
import { byMonth } from '../catalogue/shared.ts'
import type { CountedSection, Facts, Group, Measure } from '../reports/definition.ts'
import type { FigureChoice } from './figures.ts'

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** The measure among the facts of one row alone. */
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

/** The section of a figure by another group in place of its own: the same facts and measures, so one definition. */
const byOther = (choice: FigureChoice, group: Group): CountedSection => {
  const { section, column, title, beside } = choice
  const own = section.measures.find(({ id }) => id === column)
  const needed = new Set([
    column,
    ...(beside === undefined ? [] : [beside.column]),
    ...(own?.kind === 'percent' ? [own.of, own.among] : []),
  ])
  // With the parts of each sum, from which a hidden number could be worked out. A set goes on over what is added meanwhile.
  for (const id of needed) for (const part of sumOf(section, id)) needed.add(part)
  return {
    ...{ kind: 'counted', title, facts: section.facts, groups: [group], order: 'label', hasTotal: false },
    measures: section.measures.filter(({ id }) => needed.has(id)).map((measure) => ofRow(measure, choice)),
  }
}

export const byMonthOf = (choice: FigureChoice): CountedSection => byOther(choice, byMonth())
export const inPartsOf = (choice: FigureChoice): CountedSection =>
  byOther(choice, { id: 'part', title: 'Period' })

/** The same facts, with the part of time in which the day of each lies: the period, the one before, or neither. */
export const partedBy =
  (facts: Facts, { period, before }: Record<'period' | 'before', Days>): Facts =>
  async (all) => raw`
    select fact.*, case
      when day between ${period.dateFrom}::date and ${period.dateTo}::date then 'period'
      when day between ${before.dateFrom}::date and ${before.dateTo}::date then 'before' end as part
    from (${await facts(all)}) as fact`
