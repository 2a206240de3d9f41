import { describe, expect, it } from 'vitest'
import { whyNotPosted } from './checkAddress.ts'

const address = (...lines: string[]) => ['Mrs Edna Ashworth', ...lines]

describe('an address', () => {
  it.each([
    ['of three lines', address('12 Larkfield Walk', 'EX4 4QF')],
    ['of seven lines', address('Flat 1', 'Court', 'Walk', 'Sampletown', 'Exampleshire', 'EX4 4QF')],
    ['whose postcode has no space', address('12 Larkfield Walk', 'EX44QF')],
    ['whose postcode is in small letters', address('12 Larkfield Walk', 'ex4 4qf')],
    ['that ends with a part of the kingdom', address('12 Larkfield Walk', 'EX4 4QF', 'England')],
    ['abroad', address('12 Rue de la Paix', 'Paris', 'France')],
    ['of the forces', address('1 Regiment', 'BFPO 105')],
    ['with commas', address('12 Larkfield Walk,', 'Sampletown,', 'EX4 4QF')],
  ])('%s is posted', (_, lines) => {
    expect(whyNotPosted(lines)).toBeNull()
  })

  it.each([
    ['that is not there', [], 'no address'],
    ['of two lines', address('EX4 4QF'), '2 lines'],
    ['of eight lines', address('1', '2', '3', '4', '5', '6', 'EX4 4QF'), '8 lines'],
    ['without a postcode', address('12 Larkfield Walk', 'Sampletown'), 'not a UK postcode'],
    ['with the postcode beside the town', address('12 Larkfield Walk', 'Sampletown EX4 4QF'), 'not a UK'],
    ['of no fixed abode', address('No fixed abode', 'EX4 4QF'), 'not a place'],
    ['of no fixed abode, by the code of the NHS', address('Unknown', 'ZZ99 3VZ'), 'not a place'],
    ['that is NFA', address('NFA', 'EX4 4QF'), 'not a place'],
    ['whose second line says nothing', address('-', 'EX4 4QF'), 'first two lines'],
    ['whose second line has no letter from A to Z', address('Ωδός', 'EX4 4QF'), 'first two lines'],
    ['of the forces with a country', address('1 Regiment', 'BFPO 105', 'Germany'), 'has no country'],
    ['with a line in brackets', address('12 Larkfield Walk', '(behind the shop)', 'EX4 4QF'), 'begins with'],
  ])('%s is not', (_, lines, why) => {
    expect(whyNotPosted(lines)).toContain(why)
  })
})
