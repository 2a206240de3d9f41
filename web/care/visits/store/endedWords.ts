import { idleHours, mostTries, type Ended } from './openPack.ts'

/** What removes visits from a device before their time. */
export const removedSooner = `sooner after ${idleHours} hours without use or ${mostTries} wrong PINs, when you sign out, when somebody ends them, and when a record is restricted or a home may not be safe`

/** Why there are no visits on this device any more. */
export const endedWords: Readonly<Record<Ended, string>> = {
  tries: 'A wrong PIN was entered five times, so the visits were removed from this device.',
  time: 'The visits were removed from this device: they are kept for 12 hours.',
  idle: 'The visits were removed from this device: nobody used them for four hours.',
  revoked:
    'The visits were removed from this device: somebody ended them, one of the records was restricted, or a visit to one of the homes may not be safe. Take your visits again.',
  other: 'The visits of somebody else were removed from this device.',
  signedOut: 'The visits were removed from this device when you signed out.',
  done: 'The visits were removed from this device.',
}
