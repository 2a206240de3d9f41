const longestName = 255

/**
 * A file name for display: the last part of a path, without characters that steer a terminal, a header, a file system
 * or the direction of writing, at most 255 long with its ending kept (FI-3).
 */
export const cleanFileName = (given: string): string => {
  const last = given.split(/[/\\]/).at(-1) ?? ''
  const name = shortened(last.toWellFormed())
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}]/gu, '')
    // Only now: what stood between two accents kept them in an order of their own.
    .normalize('NFC')
    .replaceAll(/[<>:"|?*]/g, '_')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[ .]+|(?<![ .])[ .]+$/g, '')
  const dot = name.lastIndexOf('.')
  if (dot === -1) return cut(name === '' ? 'document' : name, longestName)
  const ending = name.slice(dot)
  return `${cut(name.slice(0, dot), Math.max(1, longestName - ending.length))}${cut(ending, longestName - 1)}`
}

/** What is looked at of a name, from both its ends: what follows takes a time that grows with the square of the length. */
const shortened = (name: string): string =>
  name.length <= 2 * longestName
    ? name
    : `${cut(name, longestName)}${name.slice(-longestName).toWellFormed()}`

/** At most so many UTF-16 units, never half a character. */
const cut = (text: string, length: number): string => {
  const short = text.slice(0, length)
  return short.isWellFormed() ? short : short.slice(0, -1)
}
