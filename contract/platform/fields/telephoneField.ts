import { optionalPattern, optionalText, shared } from './fields.ts'
import {
  isTelephoneNote,
  longestNote,
  longestTypedTelephone,
  readTelephone,
  standardTelephone,
} from './telephone.ts'

/**
 * A telephone number as people type it, with or without a note, converted to the form that is shown
 * (contract/platform/fields/telephone.ts).
 */
export const telephoneNumber = shared(() =>
  optionalPattern((text) => readTelephone(text) !== null, {
    message: 'Enter a telephone number, such as 01632 960 001',
    maximum: longestTypedTelephone,
    title: 'Telephone',
    standard: standardTelephone,
  }),
)

/** The note of a telephone number, for a sender that has it in a field of its own. */
export const telephoneNote = () =>
  optionalText(longestNote).refine(
    (note) => note == null || isTelephoneNote(note),
    'Enter words, such as daughter or ext 204, but no second number',
  )
