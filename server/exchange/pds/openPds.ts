import { openDemographics, type Demographics } from './adapter/pds.ts'
import type { PdsSettings } from './settings.ts'

/** Where people are traced. */
export interface Pds {
  service: Demographics
  /** Its answers are invented. */
  isStandIn: boolean
  /** How people with an open referral are asked about at night; null if they are not. */
  refresh: { mostANight: number; pauseMs: number } | null
}

/** The national service allows each application this many questions a second. */
const perSecond = 5
/** At night at most two, and of a process’s share at most half, so that a user’s click always has its turn. */
const nightlyPerSecond = 2

/** @param processes how many processes share what the national service allows */
export const openPds = (settings: PdsSettings | null, processes = 1): Pds | null =>
  settings === null
    ? null
    : {
        service: openDemographics(settings, { perSecond: perSecond / processes }),
        isStandIn: settings.isStandIn,
        refresh:
          settings.mostANight === null
            ? null
            : {
                mostANight: settings.mostANight,
                pauseMs: 1000 / Math.min(nightlyPerSecond, perSecond / processes / 2),
              },
      }
