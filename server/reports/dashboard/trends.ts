import { byMonth } from '../catalogue/shared.ts'
import type { CountedSection, Measure } from '../definition.ts'
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

/** The section of a figure, counted by month in place of its own group: the same facts and measures, so one definition. */
export const byMonthOf = (choice: FigureChoice): CountedSection => {
  const { section, column } = choice
  const own = section.measures.find(({ id }) => id === column)
  const needed = new Set([column, ...(own?.kind === 'percent' ? [own.of, own.among] : [])])
  return {
    ...{ kind: 'counted', title: choice.title, facts: section.facts, groups: [byMonth()], order: 'label' },
    measures: section.measures.filter(({ id }) => needed.has(id)).map((measure) => ofRow(measure, choice)),
  }
}
