import { dyingDatabase } from './dyingDatabase.ts'
import type { Fault } from './fault.ts'
import { files } from './files.ts'
import { formFlood } from './formFlood.ts'
import { guessedCodes } from './guessedCodes.ts'
import { interruptedVisits } from './interruptedVisits.ts'
import { killedAccept } from './killedAccept.ts'
import { killedForm } from './killedForm.ts'
import { killedLetters } from './killedLetters.ts'
import { killedMessage } from './killedMessage.ts'
import { killedNotice } from './killedNotice.ts'
import { killedProduct } from './killedProduct.ts'
import { killedWorker } from './killedWorker.ts'
import { lockedRow } from './lockedRow.ts'
import { lostReplies } from './lostReplies.ts'
import { notReady } from './notReady.ts'
import { refusals } from './refusals.ts'
import { signInFlood } from './signInFlood.ts'
import { slowClients } from './slowClients.ts'
import { slowUploads } from './slowUploads.ts'
import { stop } from './stop.ts'
import { text } from './text.ts'
import { twoProcesses } from './twoProcesses.ts'

/** Every fault, in the order in which they run. */
export const faults: readonly Fault[] = [
  text,
  files,
  refusals,
  signInFlood,
  slowClients,
  slowUploads,
  formFlood,
  guessedCodes,
  lockedRow,
  stop,
  lostReplies,
  twoProcesses,
  killedProduct,
  killedForm,
  interruptedVisits,
  killedMessage,
  killedAccept,
  killedLetters,
  killedNotice,
  killedWorker,
  dyingDatabase,
  notReady,
]
