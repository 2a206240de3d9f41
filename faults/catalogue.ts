import type { Fault } from './fault.ts'
import { signInFlood } from './signInFlood.ts'

/** Every fault, in the order in which they run. */
export const faults: readonly Fault[] = [signInFlood]
