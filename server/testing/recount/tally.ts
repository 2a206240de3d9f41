/* Counts in plain JavaScript, for tests that check what SQL has counted. */

export type Thing = Record<string, string | number | boolean | null>
type Is = (thing: Thing) => boolean
/** A number of a row, from the things of the row and all things of the section. */
export type Tally = (things: readonly Thing[], all: readonly Thing[]) => number | null

const every: Is = () => true
const numbers = (things: readonly Thing[], key: string): number[] =>
  things.flatMap((thing) => (thing[key] === null ? [] : [Number(thing[key])])).sort((a, b) => a - b)
type Digits = 1 | 2
/** Halves away from nought, as PostgreSQL rounds numbers. */
const roundedTo = (value: number, digits: Digits): number =>
  (Math.sign(value) * Math.round(Math.abs(value) * 10 ** digits + 1e-9)) / 10 ** digits
const tenth = (value: number): number => roundedTo(value, 1)

export const number =
  (is: Is = every): Tally =>
  (things) =>
    things.filter(is).length

export const different =
  (key: string, is: Is = every): Tally =>
  (things) =>
    new Set(things.filter(is).flatMap((thing) => (thing[key] === null ? [] : [thing[key]]))).size

export const percentOf =
  (part: Tally, whole: Tally): Tally =>
  (things, all) => {
    const of = whole(things, all) ?? 0
    return of === 0 ? null : tenth((100 * (part(things, all) ?? 0)) / of)
  }

/** Those of which the thing itself says so. */
export const flagged = (key: string): Tally => number((each) => each[key] === true)

/** Of the same count over all rows. */
export const shareOf =
  (part: Tally): Tally =>
  (things, all) => {
    const of = part(all, all) ?? 0
    return of === 0 ? null : tenth((100 * (part(things, all) ?? 0)) / of)
  }

/** Between two values, in proportion, as spreadsheets do it. */
const centile =
  (share: number) =>
  (key: string, digits: Digits = 1): Tally =>
  (things) => {
    const sorted = numbers(things, key)
    if (sorted.length === 0) return null
    const place = share * (sorted.length - 1)
    const low = sorted[Math.floor(place)] ?? 0
    const high = sorted[Math.ceil(place)] ?? 0
    return roundedTo(low + (high - low) * (place - Math.floor(place)), digits)
  }

export const median = centile(0.5)
export const lowerQuartile = centile(0.25)
export const upperQuartile = centile(0.75)
export const ninetieth = centile(0.9)
export const greatest =
  (key: string): Tally =>
  (things) => {
    const sorted = numbers(things, key)
    return sorted.length === 0 ? null : tenth(sorted.at(-1) ?? 0)
  }
/** All of one number over all of another, of the things that have both. */
export const ratioOf =
  (value: string, per: string, digits: Digits = 1): Tally =>
  (things) => {
    const both = things.filter((thing) => thing[value] !== null && thing[per] !== null)
    const sum = (key: string): number => both.reduce((total, thing) => total + Number(thing[key]), 0)
    return both.length === 0 || sum(per) === 0 ? null : roundedTo(sum(value) / sum(per), digits)
  }
export const sumOf =
  (key: string): Tally =>
  (things) => {
    const sorted = numbers(things, key)
    return sorted.length === 0 ? null : tenth(sorted.reduce((sum, each) => sum + each, 0))
  }
export const mean =
  (key: string): Tally =>
  (things) => {
    const sorted = numbers(things, key)
    return sorted.length === 0 ? null : tenth(sorted.reduce((sum, each) => sum + each, 0) / sorted.length)
  }
