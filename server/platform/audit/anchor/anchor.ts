import type { AnchoredHead } from '../seal/verify.ts'

/**
 * A place outside the database where the head of the sealed audit trail is noted, so that a trail whose end was cut off, or that
 * was sealed again from some event on, is known from the true one (DP-3).
 */
export interface Anchor {
  /** In words, without a secret. */
  place: string
  note: (line: string) => Promise<void>
  /** The lines that were noted last; null where this place cannot be read from here. @param most all unless given */
  /** Throws unless something could be noted now; notes nothing. */
  check: () => Promise<void>
  read: ((most?: number) => Promise<string[]>) | null
}

const form = /surefoot-audit segment=(\d+) hash=([0-9a-f]{64})/

/** What is noted: nothing but a number, a hash and a time. */
export const lineOf = ({ segment, hash }: AnchoredHead, at: string): string =>
  `surefoot-audit segment=${segment} hash=${hash} at=${at}`

/** The heads in lines, such as a log wrote them with more around them; other lines are passed over. */
export const headsIn = (lines: readonly string[]): AnchoredHead[] =>
  lines.flatMap((line) => {
    const [, segment, hash] = form.exec(line) ?? []
    return segment === undefined || hash === undefined ? [] : [{ segment: Number(segment), hash }]
  })
