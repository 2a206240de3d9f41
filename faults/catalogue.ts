import type { Fault } from './fault.ts'
import { signInFlood } from './signInFlood.ts'
import { text } from './text.ts'

/** Every fault, in the order in which they run. */
export const faults: readonly Fault[] = [text, signInFlood]
