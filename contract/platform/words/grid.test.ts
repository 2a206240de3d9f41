import { describe, expect, it } from 'vitest'
import { arrange, type Column } from './grid.ts'

interface Row {
  name: string | null
  size: number | null
  day: string | null
}
const columns: Column<Row>[] = [
  { id: 'name', title: 'Name', kind: 'text', value: ({ name }) => name },
  { id: 'size', title: 'Size', kind: 'number', value: ({ size }) => size },
  {
    id: 'day',
    title: 'Day',
    kind: 'day',
    value: ({ day }) => day,
    sortValue: ({ day }) => (day === null ? null : day.slice(0, 4)),
  },
]
const rows: Row[] = [
  { name: 'Émile', size: 10, day: '2026-05-01' },
  { name: 'Adams-Bell', size: 9, day: '2025-06-01' },
  { name: null, size: null, day: null },
  { name: 'zoe', size: 100, day: '2025-01-01' },
  { name: 'edna', size: 9, day: '2024-01-01' },
]
const namesOf = (asked: Parameters<typeof arrange<Row>>[2]): (string | null)[] =>
  arrange(rows, columns, asked).map(({ name }) => name)

describe('the rows of a grid', () => {
  it.each<[string, Parameters<typeof arrange<Row>>[2], (string | null)[]]>([
    ['stand as they come', {}, ['Émile', 'Adams-Bell', null, 'zoe', 'edna']],
    [
      'are sorted as a dictionary sorts, what is missing last',
      { sortBy: 'name' },
      ['Adams-Bell', 'edna', 'Émile', 'zoe', null],
    ],
    [
      'are sorted the other way, what is missing last too',
      { sortBy: 'name', isDescending: true },
      ['zoe', 'Émile', 'edna', 'Adams-Bell', null],
    ],
    [
      'are sorted by number, equals as they come',
      { sortBy: 'size' },
      ['Adams-Bell', 'edna', 'Émile', 'zoe', null],
    ],
    [
      'keep equals as they come the other way too',
      { sortBy: 'size', isDescending: true },
      ['zoe', 'Émile', 'Adams-Bell', 'edna', null],
    ],
    ['are sorted by what the column says', { sortBy: 'day' }, ['edna', 'Adams-Bell', 'zoe', 'Émile', null]],
    ['are those with every word, in any column', { filter: ' BELL  9 ' }, ['Adams-Bell']],
    ['are found without their hyphens', { filter: 'adamsbell' }, ['Adams-Bell']],
    ['are found by what the column says', { filter: '2025' }, ['Adams-Bell', 'zoe']],
    ['are none where no row has the words', { filter: '2025-06' }, []],
    [
      'are filtered and sorted',
      { filter: '2025', sortBy: 'name', isDescending: true },
      ['zoe', 'Adams-Bell'],
    ],
    ['are all without a filter', { filter: null }, ['Émile', 'Adams-Bell', null, 'zoe', 'edna']],
  ])('%s', (_, asked, names) => {
    expect(namesOf(asked)).toEqual(names)
  })

  it('are not those of the list itself', () => {
    const before = [...rows]
    arrange(rows, columns, { sortBy: 'name' })
    expect(rows).toEqual(before)
  })
})
