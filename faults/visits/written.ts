/** A word that was typed, unlike any other, and when. */
export interface Word {
  text: string
  at: number
  /** The screen said, or had the time to say, that it is kept. */
  isPromised: boolean
  /** It was never said to be kept, and who opened the form again saw that it is not there. */
  isMissed: boolean
}

/** One form of a visit with what was typed into it. */
export interface Note {
  visit: number
  form: NoteForm
  words: Word[]
  /** The screen said that it is saved on the device. */
  isSaved: boolean
}

/** The forms with the most text, by their names on the screen. */
export const noteForms = {
  contactNote: { title: 'Contact note', choice: 'Visit' },
  medicinesReview: { title: 'Medicines review', choice: 'Not known' },
} as const
export type NoteForm = keyof typeof noteForms
export const noteFormNames = Object.keys(noteForms) as NoteForm[]

/**
 * Words of the last second before an interruption may be lost: a letter is on the disk some milliseconds after it was typed, and the
 * screen says after half a second if it is not.
 */
export const lastMomentMs = 1_000

/** What the screen promises at this moment. @param said its line about signal and disk; null if it is not there */
export const promise = ({ words }: Note, said: string | null): void => {
  if (said === null || /full|not kept/i.test(said)) return
  const before = performance.now() - lastMomentMs
  for (const word of words) if (word.at < before && !word.isMissed) word.isPromised = true
}

/** Where words of notes were found on the service: one text for each record and each form that waits. */
export const judge = (notes: readonly Note[], texts: readonly string[]) => {
  const placesOf = ({ text }: Word): number[] =>
    texts.flatMap((found, index) => (new RegExp(`\\b${text}\\b`).test(found) ? [index] : []))
  const lost: Word[] = []
  const fleeting: Word[] = []
  const doubled: Word[] = []
  const torn: Note[] = []
  for (const note of notes) {
    const places = new Set<number>()
    for (const word of note.words) {
      const found = placesOf(word)
      for (const place of found) places.add(place)
      if (found.length > 1) doubled.push(word)
      if (found.length === 0) (word.isPromised ? lost : fleeting).push(word)
    }
    if (places.size > 1) torn.push(note)
  }
  return { lost, fleeting, doubled, torn }
}
