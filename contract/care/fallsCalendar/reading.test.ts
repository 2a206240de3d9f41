import { describe, expect, it } from 'vitest'
import { pageAnswerInWords, readNumber, readPageAnswer, readReply } from './reading.ts'

describe('a reply that is sure', () => {
  const cases: [text: string, falls: number][] = [
    ['0', 0],
    ['1', 1],
    [' 2 ', 2],
    ['9', 9],
    ['0.', 0],
    ['1!', 1],
    ['“2”', 2],
    ['０', 0],
    ['O', 0],
    ['zero', 0],
    ['ZERO', 0],
    ['None', 0],
    ['none.', 0],
    ['No', 0],
    ['nil', 0],
    ['No falls', 0],
    ['NO FALLS!!', 0],
    ['0 falls', 0],
    ['no falls this month', 0],
    ['I haven’t fallen', 0],
    ["I didn't fall", 0],
    ['one', 1],
    ['One fall', 1],
    ['1 fall', 1],
    ['once', 1],
    ['I fell once', 1],
    ['two', 2],
    ['2 falls', 2],
    ['Two falls.', 2],
    ['twice', 2],
    ['I fell twice', 2],
    ['2 times', 2],
    ['I had 3 falls', 3],
    ['Ive had 2 falls this month', 2],
    ['nine', 9],
    ['0 x', 0],
    ['0xx', 0],
    ['None x', 0],
  ]
  it.each(cases)('%j is %i', (text, falls) => {
    expect(readReply(text)).toEqual({
      falls,
      isStop: false,
      isToRead: false,
      isUrgent: false,
      mayMean: falls,
    })
  })
})

describe('a reply for a person to read', () => {
  const cases: [text: string, mayMean: number | null][] = [
    ['none thanks', 0],
    ['None, thank you dear', 0],
    ['two I think', 2],
    ['2 or 3', null],
    ['2-3', null],
    ['1/2', null],
    ['1.5', null],
    ['-1', 1],
    ['+1', null],
    ['1?', null],
    ['11', null],
    ['10 falls', null],
    ['100', null],
    ['1 😊', 1],
    ['one or two', null],
    ['fell', null],
    ['yes', null],
    ['nearly fell once', 1],
    ['who is this', null],
    ['Can’t come on Monday', null],
    ['I could not stop', null],
    ['', null],
    ['   ', null],
    ['👍', null],
    ['x', null],
    ['\u0000', null],
  ]
  it.each(cases)('%j', (text, mayMean) => {
    expect(readReply(text)).toMatchObject({ falls: null, isStop: false, isToRead: true, isUrgent: false })
    expect(readReply(text).mayMean).toBe(mayMean)
  })
})

describe('a reply for a person to read on the same day', () => {
  const cases: string[] = [
    ...[
      'two, hurt my wrist',
      '1 broke hip',
      'one - in hospital',
      '1 ambulance came',
      'fell and cant get up',
      '2 A&E',
    ],
    ...[
      '1 hit my head',
      'None but dizzy',
      'I am on the floor',
      '1 fracture',
      'HELP',
      'She died last week',
      '1 not hurt',
    ],
    ...['bruised', '1 blacked out', 'fell, x-ray fine', '0 my back aches', 'mum passed away'],
  ]
  it.each(cases)('%j', (text) => {
    expect(readReply(text)).toMatchObject({ falls: null, isStop: false, isToRead: true, isUrgent: true })
  })
})

describe('a stop word', () => {
  const cases: [text: string, isToRead: boolean][] = [
    ['STOP', false],
    ['stop', false],
    ['Stop.', false],
    [' "STOP"! ', false],
    ['Stop, please', false],
    ['please stop', false],
    ['STOPALL', false],
    ['Unsubscribe', false],
    ['unsubscribe me', false],
    ['Opt-out', false],
    ['opt out', false],
    ['END', false],
    ['quit', false],
    ['no more texts', false],
    ['Cancel', true],
    ['No more', true],
    ['STOP I never asked for this', true],
    ['stop 2', true],
  ]
  it.each(cases)('%j', (text, isToRead) => {
    const { isStop, ...rest } = readReply(text)
    expect(rest).toMatchObject({ falls: null, isToRead })
    expect(isStop).toBe(true)
  })

  it('with an injury is obeyed, and read on the same day', () => {
    expect(readReply('STOP. I am in hospital')).toMatchObject({
      isStop: true,
      isToRead: true,
      isUrgent: true,
    })
  })
})

it('a number from a form is sure up to nine', () => {
  expect([0, 9, 10, 99].map((falls) => readNumber(falls).falls)).toEqual([0, 9, null, null])
  expect(readNumber(10)).toMatchObject({ isToRead: true, mayMean: 10 })
})

describe('an answer of the page', () => {
  const none = { falls: null, wasHurt: false, words: '' } as const
  it.each<
    [Partial<Parameters<typeof readPageAnswer>[0]>, Partial<ReturnType<typeof readPageAnswer>>, string]
  >([
    [{ falls: 2 }, { falls: 2, isToRead: false, isUrgent: false }, '2'],
    [{ falls: 2, words: 'two' }, { falls: 2, isToRead: false }, '2: two'],
    [{ words: '3' }, { falls: 3, isToRead: false }, '3'],
    [{ falls: 2, words: 'none' }, { falls: null, isToRead: true, mayMean: 2 }, '2: none'],
    [{ falls: 'more' }, { falls: null, isToRead: true, mayMean: null }, '5 or more'],
    [{ falls: 0, wasHurt: true }, { falls: null, isToRead: true, isUrgent: true, mayMean: 0 }, '0, was hurt'],
    [{ falls: 1, words: 'hit my head' }, { falls: null, isUrgent: true, mayMean: 1 }, '1: hit my head'],
    [{ words: 'stop' }, { falls: null, isStop: true, isToRead: false }, 'stop'],
    [{ falls: 1, words: 'stop' }, { falls: null, isStop: true, isToRead: true, mayMean: 1 }, '1: stop'],
  ])('%j', (given, reading, words) => {
    expect(readPageAnswer({ ...none, ...given }, true)).toMatchObject(reading)
    expect(pageAnswerInWords({ ...none, ...given })).toBe(words)
  })

  it('in words of another language may tell of an injury', () => {
    expect(readPageAnswer({ ...none, words: 'upadłam' }, false)).toMatchObject({
      isToRead: true,
      isUrgent: true,
    })
    expect(readPageAnswer({ ...none, words: '2' }, false)).toMatchObject({ falls: 2, isUrgent: false })
  })
})
