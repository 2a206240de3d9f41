import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compile } from 'sass'
import { describe, expect, test } from 'vitest'

const { css } = compile(join(import.meta.dirname, 'colours.scss'), {
  loadPaths: [join(import.meta.dirname, '../../../node_modules')],
})

/** The colours in a block of custom properties, by name. */
const coloursIn = (block: string): Map<string, string> =>
  new Map(
    [...block.matchAll(/--(?:sf-)?([a-z-]+):\s*(#[0-9a-f]+)/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  )

const [lightBlock = '', darkBlock = ''] = [...css.matchAll(/--sf-ink:[^}]*/g)].map(([block]) => block)
const schemes = { light: coloursIn(lightBlock), dark: coloursIn(darkBlock) }

const channels = (colour: string): number[] => {
  const digits =
    colour.length === 4 ? [...colour.slice(1)].map((digit) => digit + digit).join('') : colour.slice(1)
  return [0, 2, 4].map((from) => Number.parseInt(digits.slice(from, from + 2), 16) / 255)
}
/** Relative luminance as WCAG 2.2 defines it. */
const luminance = (colour: string): number => {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
const contrast = (one: string, other: string): number => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const grounds = ['ground', 'surface', 'head']
/** Text colours, their backgrounds, and the minimum contrast (WCAG 2.2 AA; 3 for graphics). */
const pairs: readonly [colour: string, on: readonly string[], least: number][] = [
  ...['ink', 'quiet', 'blue', 'hover', 'visited', 'pressed', 'red', 'red-deep'].map(
    (colour): [string, string[], number] => [colour, grounds, 4.5],
  ),
  ['ink', ['field', 'stripe', 'stripe-pale', 'blue-pale', 'amber-pale'], 4.5],
  ['quiet', ['field', 'stripe', 'stripe-pale'], 4.5],
  ['red-deep', ['red-pale'], 4.5],
  ['blue-deep', ['blue-pale'], 4.5],
  ['blue', ['blue-pale'], 4.5],
  ['green', ['surface'], 4.5],
  ['brand-ink', ['surface'], 4.5],
  ['on-inverse', ['inverse'], 4.5],
  ['focus-ink', ['focus', 'amber'], 4.5],
  ['field-line', ['field', ...grounds], 3],
]
const fills = ['blue-fill', 'blue-fill-deep', 'red-fill', 'green-fill', 'brand']

describe.each(Object.entries(schemes))('the %s colours', (_, colours) => {
  test.each(pairs)('%s stand out from %j at least %d to 1', (name, on, least) => {
    for (const ground of on)
      expect(contrast(colours.get(name) ?? '', colours.get(ground) ?? ''), ground).toBeGreaterThanOrEqual(
        least,
      )
  })

  test.each(fills)('white words stand out from %s', (fill) => {
    expect(contrast('#fff', colours.get(fill) ?? '')).toBeGreaterThanOrEqual(4.5)
  })
})

test('both schemes have the same colours', () => {
  expect([...schemes.light.keys()].length).toBeGreaterThan(20)
  expect([...schemes.dark.keys()]).toEqual([...schemes.light.keys()])
})

test('no style sheet has a colour of its own beside those of the tokens', () => {
  const strays = readdirSync(import.meta.dirname)
    .filter((name) => name.endsWith('.scss') && name !== '_tokens.scss')
    .flatMap((name) =>
      readFileSync(join(import.meta.dirname, name), 'utf8')
        .split('\n')
        .filter((line) => /:.*(#[0-9a-f]{3,8}\b|rgba?\()/i.test(line) && !line.includes('#{'))
        .map((line) => `${name}: ${line.trim()}`),
    )
  expect(strays).toEqual([])
})

test('what is between and inside boxes is of the one scale', () => {
  const strays = readdirSync(import.meta.dirname)
    // Paper is measured in millimetres.
    .filter((name) => name.endsWith('.scss') && !['_tokens.scss', 'paper.scss'].includes(name))
    .flatMap((name) =>
      readFileSync(join(import.meta.dirname, name), 'utf8')
        .split('\n')
        .filter((line) =>
          /^\s*(margin|padding|gap|row-gap|column-gap)(-[a-z]+)*:.*\b([2-9]|\d\d+)px/.test(line),
        )
        .filter((line) => !/margin: 0 0 -\d\.5px/.test(line))
        .map((line) => `${name}: ${line.trim()}`),
    )
  expect(strays).toEqual([])
})
