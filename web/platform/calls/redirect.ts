/**
 * A path inside the product to open after signing in, or null if it is not safe (IO-8). It must begin with /falls or
 * /visits, with one slash, and contain no backslash, control character or scheme, even after one more decoding.
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
  /^\/(falls|visits)($|[/?#])/i.test(path) &&
  !path.includes('//') &&
  !path.includes('\\') &&
  !/[\p{C}\p{Z}]/u.test(path) &&
  !/\/\.\.?($|[/?#])/.test(path)
