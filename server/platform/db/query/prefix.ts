/** The first text after all texts that begin with `prefix`, compared byte by byte. For ranges on keys in byte order. */
export const endOfPrefix = (prefix: string): string => `${prefix}\u{10FFFF}`
