import { scaleBand, scaleLinear } from 'd3-scale'
import type { Bar } from './renderedReport.ts'

/*
 * A bar chart as rectangles and texts, which both HTML and PDF draw. Every bar shows its number, and colour alone
 * conveys nothing.
 */

interface Text {
  x: number
  /** The baseline. */
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
/** Approximate width of a letter. Labels are shortened by their number of letters, not by their real width. */
const letterWidth = 6.8

const shorten = (label: string, most: number): string =>
  label.length <= most ? label : `${label.slice(0, most - 1).trimEnd()}…`

const greatestOf = (bars: readonly Bar[]): number => Math.max(1, ...bars.map(({ value }) => value))

/**
 * A chart with the labels to the left of the bars. @param all the bars of the whole chart, if `bars` is one column of
 * it
 */
export const sceneOf = (bars: readonly Bar[], all = bars): Scene => {
  const labels = bars.map(({ label }) => shorten(label, longestLabel))
  const left = Math.ceil(letterWidth * Math.max(...labels.map(({ length }) => length))) + 16
  const height = bars.length * (all.length > 26 ? 18 : 24)
  const places = scaleBand<number>()
    .domain(bars.map((_, index) => index))
    .range([0, height])
    .padding(0.2)
  const lengths = lengthsOf(greatestOf(all), barsWidth)
  const placed = bars.map(({ value, text }, index) => ({
    text,
    label: labels[index] ?? '',
    y: Math.round(places(index) ?? 0),
    length: lengths(value),
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

const phoneWidth = 320
const phoneRow = 42

/** A chart with each label above its bar, so that a phone shows the letters at full size. */
export const phoneSceneOf = (bars: readonly Bar[]): Scene => {
  const lengths = lengthsOf(greatestOf(bars), phoneWidth - numberWidth)
  const placed = bars.map(({ label, value, text }, index) => ({
    label: shorten(label, Math.floor(phoneWidth / letterWidth)),
    text,
    y: index * phoneRow,
    length: lengths(value),
  }))
  return {
    width: phoneWidth,
    height: bars.length * phoneRow,
    bars: placed.map(({ y, length }) => ({ x: 0, y: y + 18, width: length, height: 16 })),
    texts: placed.flatMap(({ label, text, y, length }): Text[] => [
      { x: 0, y: y + chartTextSize, text: label, anchor: 'start' },
      { x: length + 6, y: y + 18 + chartTextSize, text, anchor: 'start' },
    ]),
  }
}

const lengthsOf = (greatest: number, width: number): ((value: number) => number) => {
  const scale = scaleLinear().domain([0, greatest]).range([0, width])
  return (value) => Math.max(1, Math.round(scale(value)))
}

/** Describes the chart in a sentence for screen readers. The table beside it has the rest. */
export const describeChart = (title: string, bars: readonly Bar[]): string => {
  const most = bars.reduce<Bar | null>(
    (top, bar) => (top === null || bar.value > top.value ? bar : top),
    null,
  )
  return most === null
    ? title
    : `${title}. Longest bar: ${most.label}, ${most.text}. The table has every number.`
}
