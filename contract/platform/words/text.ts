/* What is asked of any text before a rule of its own: it can be stored, it can be seen, and it can be composed quickly. */

/** Leaves nothing to be seen: spaces, controls, format characters, and U+2800, a Braille cell without dots. */
const visible = /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u

/** Whether there is anything to see in it; a space of no width is as good as nothing. */
export const isVisible = (text: string): boolean => visible.test(text)

/** NUL and lone surrogates cannot be stored as text (IO-4). */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\u0000')

/**
 * Unicode's bound for text that is composed piece by piece (UAX 15, Stream-Safe Text Format). A longer row of combining
 * marks is not writing, and takes normalisation a time that grows with its square.
 */
export const mostMarksInARow = 30
const tooManyMarks = new RegExp(`\\p{M}{${mostMarksInARow + 1}}`, 'u')

/** Whether normalisation takes a time in proportion to the text. */
export const isStreamSafe = (text: string): boolean => !tooManyMarks.test(text)

/** As it is stored: composed, without spaces around it, and '' when nothing of it can be seen. Bound the length first. */
export const cleanText = (text: string): string => (isVisible(text) ? text.normalize('NFC').trim() : '')
