import { describe, expect, it } from 'vitest'
import { bmiOf, readFeet, readHeight, readStones, readWeight, type Read } from './bodySize.ts'

const rounded = (read: Read): number | string | null =>
  read === null
    ? null
    : 'said' in read
      ? (read.said.split(/[:,.]/)[0] ?? '')
      : Math.round(read.value * 1000) / 1000

const [checkHeight, checkWeight] = ['Check the height', 'Check the weight']

describe('what is typed', () => {
  it.each<[typed: string, metres: number | string | null]>([
    ['165', 1.65],
    ['165.5', 1.655],
    ['165,5', 1.655],
    ['165 cm', 1.65],
    ['1.65', 1.65],
    ['1,65', 1.65],
    ['1.65m', 1.65],
    ['1m65', 1.65],
    ['1 m 65 cm', 1.65],
    ['5\'6"', 1.676],
    ['5′6″', 1.676],
    ["5'6", 1.676],
    ['5 ft 6 in', 1.676],
    ['5ft6', 1.676],
    ['5 feet', 1.524],
    ['66 in', 1.676],
    ['', null],
    ['5.6', checkHeight],
    ['66', checkHeight],
    ['1650', checkHeight],
    ['16.5', checkHeight],
    ['5ft 12', 'Check the inches'],
    ['tall', 'Enter the height in centimetres'],
    ['-165', 'Enter the height in centimetres'],
    ['1,650', 'Enter the height in centimetres'],
  ])('into the box for centimetres as %j is %j metres', (typed, metres) => {
    expect(rounded(readHeight(typed))).toBe(metres)
  })

  it.each<[typed: string, kilograms: number | string | null]>([
    ['70', 70],
    ['70.5', 70.5],
    ['70,5', 70.5],
    ['70.5 kg', 70.5],
    ['70 kilos', 70],
    ['154 lb', 69.853],
    ['154lbs', 69.853],
    ['11st 4', 71.668],
    ['11 st 4 lb', 71.668],
    ['11 stone', 69.853],
    ['154', 154],
    ['', null],
    ['7', checkWeight],
    ['705', checkWeight],
    ['11st 14', 'Check the pounds'],
    ['heavy', 'Enter the weight in kilograms'],
  ])('into the box for kilograms as %j is %j kilograms', (typed, kilograms) => {
    expect(rounded(readWeight(typed))).toBe(kilograms)
  })

  it.each<[feet: string, inches: string, metres: number | string | null]>([
    ['5', '6', 1.676],
    ['5', '', 1.524],
    ['5', '6.5', 1.689],
    ["5'6", '', 1.676],
    ['', '', null],
    ['5.5', '', 'Enter the height as whole feet and inches'],
    ['', '6', 'Enter the height as whole feet and inches'],
    ['5', '12', 'Check the inches'],
    ['168', '', checkHeight],
  ])('as %j feet and %j inches is %j metres', (feet, inches, metres) => {
    expect(rounded(readFeet(feet, inches))).toBe(metres)
  })

  it.each<[stones: string, pounds: string, kilograms: number | string | null]>([
    ['11', '4', 71.668],
    ['11', '', 69.853],
    ['', '154', 69.853],
    ['11st 4', '', 71.668],
    ['', '', null],
    ['11', '14', 'Check the pounds'],
    ['11.5', '', 'Enter the weight as whole stones and pounds'],
    ['70', '', checkWeight],
    ['x', '', 'Enter the weight as whole stones and pounds'],
  ])('as %j stones and %j pounds is %j kilograms', (stones, pounds, kilograms) => {
    expect(rounded(readStones(stones, pounds))).toBe(kilograms)
  })
})

it('is a BMI only where somebody can have it', () => {
  expect(bmiOf(readHeight('165'), readWeight('68'))).toEqual({ value: 25 })
  expect(bmiOf(readHeight('1.65'), readWeight('68'))).toEqual({ value: 25 })
  expect(bmiOf(readHeight('165'), null)).toBeNull()
  expect(bmiOf(readHeight('16.5'), readWeight('68'))).toBeNull()
  expect(bmiOf(readHeight('165'), readWeight('154'))).toEqual({
    said: 'A BMI of 56.6 is unusual. If the weight is in pounds, enter 154 lb; if it is in kilograms, enter 154 kg.',
  })
  expect(bmiOf(readHeight('165'), readWeight('154 lb'))).toEqual({ value: 25.7 })
  expect(bmiOf(readHeight('165'), readWeight('154 kg'))).toEqual({ value: 56.6 })
  expect(bmiOf(readHeight('120'), readWeight('154 kg'))).toEqual({
    said: 'This would be a BMI of 106.9, which is not possible: check height and weight, and whether they are metric or imperial.',
  })
})
