const longestName = 255

/**
 * A file name for display: the last part of a path, without characters that control a terminal, a header, a file system
 * or the direction of writing. At most 255 characters long, with its extension kept (FI-3).
 */
export const cleanFileName = (given: string): string => {
  const last = given.split(/[/\\]/).at(-1) ?? ''
  const name = shortened(last.toWellFormed())
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}]/gu, '')
    // Only after the removal: a removed character between two accents would have prevented their canonical order.
    .normalize('NFC')
    .replaceAll(/[<>:"|?*]/g, '_')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[ .]+|(?<![ .])[ .]+$/g, '')
  const dot = name.lastIndexOf('.')
  if (dot === -1) return cut(name === '' ? 'document' : name, longestName)
  const ending = name.slice(dot)
  return `${cut(name.slice(0, dot), Math.max(1, longestName - ending.length))}${cut(ending, longestName - 1)}`
}

/** The part of a name that is examined, from both ends: the expressions applied to it take quadratic time. */
const shortened = (name: string): string =>
  name.length <= 2 * longestName
    ? name
    : `${cut(name, longestName)}${name.slice(-longestName).toWellFormed()}`

/** At most this many UTF-16 units, never half a character. */
const cut = (text: string, length: number): string => {
  const short = text.slice(0, length)
  return short.isWellFormed() ? short : short.slice(0, -1)
}
