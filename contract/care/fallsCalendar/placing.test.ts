import { expect, it } from 'vitest'
import { placeReply, type Situation } from './placing.ts'
import { readReply } from './reading.ts'

const asked = (falls: number | null = null): Situation => ({
  isRunning: true,
  question: { askedDate: '2026-03-01', falls },
  isShared: false,
})
const over: Situation = { ...asked(), isRunning: false }

it.each<
  [name: string, text: string, situation: Situation, today: string, outcome: string, isAnswer: boolean]
>([
  ['a number counts', '2', asked(), '2026-03-01', 'counted', true],
  ['a late number counts', '2', asked(), '2026-04-01', 'counted', true],
  ['a number that is too late does not', '2', asked(), '2026-04-02', 'notCounted', false],
  ['the same number again counts once', '2', asked(2), '2026-03-02', 'repeated', true],
  ['another number after it is read', '3', asked(2), '2026-03-02', 'toRead', true],
  ['a number from before the question does not', '2', asked(), '2026-02-28', 'notCounted', false],
  ['words are read', 'two, hurt my wrist', asked(), '2026-03-01', 'toRead', true],
  ['words that come too late are read', 'two, I think', asked(), '2026-05-01', 'toRead', false],
  [
    'a number from a shared telephone is sorted',
    '0',
    { ...asked(), isShared: true },
    '2026-03-01',
    'toSort',
    true,
  ],
  [
    'words from a shared telephone are sorted',
    'Ann fell',
    { ...asked(), isShared: true },
    '2026-03-01',
    'toSort',
    true,
  ],
  ['stop stops', 'STOP', asked(), '2026-03-01', 'stopped', false],
  [
    'stop from a shared telephone stops too',
    'STOP',
    { ...asked(), isShared: true },
    '2026-03-01',
    'stopped',
    false,
  ],
  ['what stands beside stop is read', 'STOP, he is in hospital', asked(), '2026-03-01', 'toRead', false],
  ['a number after the end counts nowhere', '2', over, '2026-03-01', 'notCounted', false],
  ['words after the end are read', 'my mother died', over, '2026-03-01', 'toRead', false],
  ['stop after the end stops', 'stop', over, '2026-03-01', 'stopped', false],
  [
    'a number before any question counts nowhere',
    '0',
    { ...asked(), question: null },
    '2026-03-01',
    'notCounted',
    false,
  ],
])('%s', (_, text, situation, today, outcome, isAnswer) => {
  expect(placeReply(readReply(text), situation, today)).toEqual({ outcome, isAnswer })
})
