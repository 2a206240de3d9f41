import { describe, expect, it } from 'vitest'
import { phoneSceneOf, sceneOf } from './chart.ts'

const barsOf = (values: readonly number[]) =>
  values.map((value) => ({ label: `A label of some length, number ${value}`, value, text: String(value) }))

describe('a chart on a phone', () => {
  it('is no wider than its screen, so that its letters keep their size', () => {
    const { width, bars, texts } = phoneSceneOf(barsOf([1, 7, 100_000]))
    expect(width).toBeLessThanOrEqual(320)
    for (const bar of bars) expect(bar.x + bar.width).toBeLessThan(width)
    for (const { x, text } of texts) expect(x + 6.8 * text.length).toBeLessThanOrEqual(width)
  })

  it('says what the chart on a desk says', () => {
    const bars = barsOf([3, 0, 12])
    const numbers = ({ texts }: ReturnType<typeof sceneOf>): string[] =>
      texts.filter((_, place) => place % 2 === 1).map(({ text }) => text)
    expect(numbers(phoneSceneOf(bars))).toEqual(numbers(sceneOf(bars)))
  })
})

it('draws every column of a long chart on one scale, in rows of one height', () => {
  const bars = barsOf(Array.from({ length: 53 }, (_, week) => week))
  const whole = sceneOf(bars)
  const columns = [sceneOf(bars.slice(0, 27), bars), sceneOf(bars.slice(27), bars)]
  expect(columns.flatMap((scene) => scene.bars.map(({ width }) => width))).toEqual(
    whole.bars.map(({ width }) => width),
  )
  for (const { height, bars: shown } of columns) expect(height / shown.length).toBe(whole.height / 53)
})
