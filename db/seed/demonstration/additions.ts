import { addAppointments } from './appointments.ts'
import { addCareNotes } from './careNotes.ts'
import { addClasses } from './classes.ts'
import type { Invented } from './invented.ts'
import { addLaterLife } from './laterLife.ts'
import { addMeasures } from './measures.ts'
import { addSafetyNets } from './safetyNets.ts'
import { addToldFalls } from './toldFalls.ts'

/*
 * What features besides the pathway add to the demonstration, such as flags, owners or contacts: a file of its own for each,
 * named here. An addition is given all that was invented, in the order of its ids, and adds rows; the same chance and day
 * come with it. It may add what a clinician would believe and nothing after a death.
 */
export const additions: readonly ((invented: Invented) => void)[] = [
  addSafetyNets,
  addClasses,
  addMeasures,
  addCareNotes,
  addLaterLife,
  addToldFalls,
  addAppointments,
]
