/**
 * A place inside the product to go to after signing in, or null (trust IO-8): a path that begins with /falls, with one
 * slash, no backslash, no control character and no scheme, also after one more decoding.
 */
export const safeRedirect = (value: unknown): string | null => {
  if (typeof value !== 'string') return null
  let decoded: string
  try {
    decoded = decodeURIComponent(value)
  } catch {
    return null
  }
  return isSafe(value) && isSafe(decoded) ? value : null
}

const isSafe = (path: string): boolean => {
  if (!/^\/falls(?:$|[/?#])/i.test(path)) return false
  if (path.includes('//') || path.includes('\\')) return false
  if ([...path].some((letter) => letter.charCodeAt(0) <= 0x20 || letter.charCodeAt(0) === 0x7f)) return false
  return !/^[a-z][a-z0-9+.-]*:/i.test(path) && !path.includes('/../') && !path.endsWith('/..')
}
