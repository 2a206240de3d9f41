import { addAppointments } from './appointments.ts'
import { addCareNotes } from './careNotes.ts'
import { addClasses } from './classes.ts'
import { addClinics } from './clinics.ts'
import { addFallsCalendars } from './fallsCalendars.ts'
import type { Invented } from './invented.ts'
import { addLaterLife } from './laterLife.ts'
import { addMeasures } from './measures.ts'
import { addSafetyNets } from './safetyNets.ts'
import { addToldFalls } from './toldFalls.ts'

/*
 * What features other than the pathway add to the demonstration, such as flags, owners or contacts. Each has its own
 * file and is named here. An addition receives everything invented so far, ordered by id, with the same random source
 * and day, and adds rows. It adds only what a clinician would believe, and nothing after a death.
 */
export const additions: readonly ((invented: Invented) => void)[] = [
  addSafetyNets,
  addClasses,
  addMeasures,
  addCareNotes,
  addLaterLife,
  addToldFalls,
  addAppointments,
  addClinics,
  addFallsCalendars,
]
