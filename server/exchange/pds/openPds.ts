import { openDemographics, type Demographics } from './adapter/pds.ts'
import type { PdsSettings } from './settings.ts'

/** Where people are traced. */
export interface Pds {
  service: Demographics
  /** Its answers are invented. */
  isStandIn: boolean
}

/** The national service allows each application this many questions a second. */
const perSecond = 5

/** @param processes how many processes share what the national service allows */
export const openPds = (settings: PdsSettings | null, processes = 1): Pds | null =>
  settings === null
    ? null
    : {
        service: openDemographics(settings, { perSecond: perSecond / processes }),
        isStandIn: settings.isStandIn,
      }
