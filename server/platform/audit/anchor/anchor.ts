import type { AnchoredHead } from '../seal/verify.ts'

/**
 * A place outside the database where the head of the sealed audit trail is noted. The notes reveal a trail whose end
 * was cut off, or that was sealed again from some event on (DP-3).
 */
export interface Anchor {
  /** A description of the place, without secrets. */
  place: string
  note: (line: string) => Promise<void>
  /** Throws if nothing could be noted now. Notes nothing itself. */
  check: () => Promise<void>
  /** Reads the lines noted last; null if this place cannot be read from here. @param most all lines if omitted */
  read: ((most?: number) => Promise<string[]>) | null
}

const form = /surefoot-audit segment=(\d+) hash=([0-9a-f]{64})/

/** The line to note: only a number, a hash and a time. */
export const lineOf = ({ segment, hash }: AnchoredHead, at: string): string =>
  `surefoot-audit segment=${segment} hash=${hash} at=${at}`

/** The heads found in lines. A log may add its own text around them. Lines without a head are ignored. */
export const headsIn = (lines: readonly string[]): AnchoredHead[] =>
  lines.flatMap((line) => {
    const [, segment, hash] = form.exec(line) ?? []
    return segment === undefined || hash === undefined ? [] : [{ segment: Number(segment), hash }]
  })
