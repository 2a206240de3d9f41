/** The first text after every text that begins with `prefix`, byte by byte; for ranges on byte-order keys. */
export const endOfPrefix = (prefix: string): string => `${prefix}\u{10FFFF}`
