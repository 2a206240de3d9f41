import { scaleBand, scaleLinear } from 'd3-scale'
import type { Bar } from '../drawn.ts'

/* A bar chart as rectangles and texts, which html and pdf both draw; every bar carries its number, and no colour says anything alone. */

interface Text {
  x: number
  /** The base line. */
  y: number
  text: string
  anchor: 'start' | 'end'
}

export interface Scene {
  width: number
  height: number
  bars: { x: number; y: number; width: number; height: number }[]
  texts: Text[]
}

export const chartTextSize = 13
const barsWidth = 300
const numberWidth = 56
const longestLabel = 34
/** About how wide a letter is; a label that is wider is shortened all the same. */
const letterWidth = 6.8

const shorten = (label: string): string =>
  label.length <= longestLabel ? label : `${label.slice(0, longestLabel - 1).trimEnd()}…`

export const sceneOf = (bars: readonly Bar[]): Scene => {
  const labels = bars.map(({ label }) => shorten(label))
  const left = Math.ceil(letterWidth * Math.max(...labels.map(({ length }) => length))) + 16
  const height = bars.length * (bars.length > 26 ? 18 : 24)
  const places = scaleBand<number>()
    .domain(bars.map((_, index) => index))
    .range([0, height])
    .padding(0.2)
  const lengths = scaleLinear()
    .domain([0, Math.max(1, ...bars.map(({ value }) => value))])
    .range([0, barsWidth])
  const placed = bars.map(({ value, text }, index) => ({
    text,
    label: labels[index] ?? '',
    y: Math.round(places(index) ?? 0),
    length: Math.max(1, Math.round(lengths(value))),
  }))
  const thickness = Math.round(places.bandwidth())
  const baseline = thickness / 2 + chartTextSize * 0.36
  return {
    width: left + barsWidth + numberWidth,
    height,
    bars: placed.map(({ y, length }) => ({ x: left, y, width: length, height: thickness })),
    texts: placed.flatMap(({ label, text, y, length }): Text[] => [
      { x: left - 8, y: y + baseline, text: label, anchor: 'end' },
      { x: left + length + 6, y: y + baseline, text, anchor: 'start' },
    ]),
  }
}

/** The chart in a sentence, for whom it is read out; the table beside it has the rest. */
export const describeChart = (title: string, bars: readonly Bar[]): string => {
  const most = bars.reduce<Bar | null>(
    (top, bar) => (top === null || bar.value > top.value ? bar : top),
    null,
  )
  return most === null
    ? title
    : `${title}. Longest bar: ${most.label}, ${most.text}. The table has every number.`
}
