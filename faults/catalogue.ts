import type { Fault } from './fault.ts'
import { files } from './files.ts'

/** Every fault, in the order in which they run. */
export const faults: readonly Fault[] = [files]
