/**
 * A place inside the product to go to after signing in, or null (IO-8): a path that begins with /falls, with one
 * slash, no backslash, no control character and no scheme, also after one more decoding.
 */
export const safeRedirect = (value: unknown): string | null => {
  if (typeof value !== 'string') return null
  const decoded = decodeOnce(value)
  return decoded !== null && isSafe(value) && isSafe(decoded) ? value : null
}

const decodeOnce = (text: string): string | null => {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

const isSafe = (path: string): boolean =>
  /^\/falls(?:$|[/?#])/i.test(path) &&
  !path.includes('//') &&
  !path.includes('\\') &&
  !/[\p{C}\p{Z}]/u.test(path) &&
  !/\/\.{1,2}(?:$|[/?#])/.test(path)
