import { incomplete } from './rejectedFile.ts'

/** Receives the contents of an RTF while it is read (RTF 1.9.1, "Conventions of an RTF Reader"). */
export interface RtfListener {
  open: () => void
  close: () => void
  /** A control word in lower case, and its number; null without one. */
  word: (name: string, number: number | null) => void
  /** A control symbol other than an escaped character: `*`, `~`, `-` and others. */
  symbol: (sign: string) => void
  /** Characters as Latin-1: plain, escaped or written as numbers. */
  text: (text: string) => void
}

const signs = { open: 0x7b, close: 0x7d, escape: 0x5c, quote: 0x27, minus: 0x2d, space: 0x20 }
const isBreak = (sign: number): boolean => sign === 0x0a || sign === 0x0d
const isLetter = (sign: number): boolean => (sign | 0x20) >= 0x61 && (sign | 0x20) <= 0x7a
const isDigit = (sign: number): boolean => sign >= 0x30 && sign <= 0x39
const deepest = 5_000
/** Office writes no longer word, and readers treat longer ones differently. */
const longestWord = 64
/** Longer than any text that is checked; only hexadecimal pictures are cut. */
const longestRun = 32_768

/**
 * Reads an RTF once, from its first character to its last. Throws a RejectedFile if a group is not closed or something
 * follows the last one.
 */
export const readRtf = (content: Buffer, listener: RtfListener): void => {
  let depth = 0
  let at = 0
  const past = (is: (sign: number) => boolean, from: number): number => {
    let end = from
    while (end < content.length && is(content[end] ?? 0)) end += 1
    return end
  }
  const controlWord = (): void => {
    const nameEnd = past(isLetter, at + 1)
    if (nameEnd - at - 1 > longestWord) throw incomplete()
    const numberStart = content[nameEnd] === signs.minus ? nameEnd + 1 : nameEnd
    const numberEnd = past(isDigit, numberStart)
    if (numberEnd - numberStart > 10) throw incomplete()
    const number = numberEnd === numberStart ? null : Number(content.toString('latin1', nameEnd, numberEnd))
    listener.word(content.toString('latin1', at + 1, nameEnd).toLowerCase(), number)
    const end = numberEnd === numberStart ? nameEnd : numberEnd
    at = content[end] === signs.space ? end + 1 : end
  }
  const control = (): void => {
    const sign = content[at + 1] ?? 0
    if (isLetter(sign)) return controlWord()
    if (sign === signs.quote) {
      const digits = content.toString('latin1', at + 2, at + 4)
      if (!/^[0-9a-f]{2}$/i.test(digits)) throw incomplete()
      listener.text(String.fromCharCode(Number.parseInt(digits, 16)))
      at += 4
      return
    }
    if (sign === signs.open || sign === signs.close || sign === signs.escape)
      listener.text(String.fromCharCode(sign))
    else listener.symbol(String.fromCharCode(sign))
    at += 2
  }
  while (at < content.length) {
    const sign = content[at] ?? 0
    if (sign === signs.open) {
      depth += 1
      if (depth > deepest) throw incomplete()
      listener.open()
      at += 1
    } else if (sign === signs.close) {
      depth -= 1
      listener.close()
      at += 1
      if (depth === 0) break
    } else if (depth === 0) throw incomplete()
    else if (sign === signs.escape) control()
    else if (isBreak(sign)) at += 1
    else {
      const end = past(isPlain, at)
      listener.text(content.toString('latin1', at, Math.min(end, at + longestRun)))
      at = end
    }
  }
  if (depth !== 0 || content.toString('latin1', at).trim() !== '') throw incomplete()
}

const isPlain = (sign: number): boolean =>
  sign !== signs.open && sign !== signs.close && sign !== signs.escape && !isBreak(sign)
