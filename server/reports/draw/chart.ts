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
const width = 640
const labelWidth = 224
const numberWidth = 64
const rowHeight = 24
const longestLabel = 34

const shorten = (label: string): string =>
  label.length <= longestLabel ? label : `${label.slice(0, longestLabel - 1).trimEnd()}…`

export const sceneOf = (bars: readonly Bar[]): Scene => {
  const height = bars.length * rowHeight
  const places = scaleBand<number>()
    .domain(bars.map((_, index) => index))
    .range([0, height])
    .padding(0.25)
  const lengths = scaleLinear()
    .domain([0, Math.max(1, ...bars.map(({ value }) => value))])
    .range([0, width - labelWidth - numberWidth])
  return {
    width,
    height,
    bars: bars.map(({ value }, index) => ({
      x: labelWidth,
      y: places(index) ?? 0,
      width: Math.max(1, Math.round(lengths(value))),
      height: places.bandwidth(),
    })),
    texts: bars.flatMap(({ label, value, text }, index): Text[] => {
      const y = (places(index) ?? 0) + places.bandwidth() / 2 + chartTextSize * 0.36
      return [
        { x: labelWidth - 8, y, text: shorten(label), anchor: 'end' },
        { x: labelWidth + Math.max(1, Math.round(lengths(value))) + 6, y, text, anchor: 'start' },
      ]
    }),
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
