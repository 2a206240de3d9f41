import type { Fault } from './fault.ts'
import { lockedRow } from './lockedRow.ts'
import { slowClients } from './slowClients.ts'
import { slowUploads } from './slowUploads.ts'
import { stop } from './stop.ts'

/** Every fault, in the order in which they run. */
export const faults: readonly Fault[] = [slowClients, slowUploads, lockedRow, stop]
