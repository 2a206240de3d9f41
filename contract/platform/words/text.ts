/*
 * Checks for any text before its own rules: it can be stored, it has a visible character, and it can be normalised
 * quickly.
 */

/**
 * Matches a visible character. Excludes spaces, controls, format characters and U+2800, a Braille cell without dots.
 */
const visible = /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u

/** Whether the text has a visible character. A zero-width space counts as nothing. */
export const isVisible = (text: string): boolean => visible.test(text)

/** NUL and lone surrogates cannot be stored as text (IO-4). */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\u0000')

/**
 * Unicode's limit for text that is processed in a stream (UAX 15, Stream-Safe Text Format). A longer row of combining
 * marks is not writing, and its normalisation takes quadratic time.
 */
export const mostMarksInARow = 30
const tooManyMarks = new RegExp(`\\p{M}{${mostMarksInARow + 1}}`, 'u')

/** Whether normalisation takes time proportional to the length of the text. */
export const isStreamSafe = (text: string): boolean => !tooManyMarks.test(text)

/** The stored form: normalised (NFC), trimmed, and '' if it has no visible character. Check the length first. */
export const cleanText = (text: string): string => (isVisible(text) ? text.normalize('NFC').trim() : '')
