import { dyingDatabase } from './dyingDatabase.ts'
import type { Fault } from './fault.ts'
import { notReady } from './notReady.ts'
import { refusals } from './refusals.ts'

/** Every fault, in the order in which they run. */
export const faults: readonly Fault[] = [refusals, dyingDatabase, notReady]
