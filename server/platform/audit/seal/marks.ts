/** An event as the marks of a segment record it: its id and its hash. */
export interface MarkedEvent {
  id: number
  hash: Buffer
}

const idBytes = 8
const markBytes = idBytes + 32

/** The marks of events, ordered by id, in the format that `seal_audit` writes. */
export const marksOf = (events: readonly MarkedEvent[]): Buffer =>
  Buffer.concat(
    events.flatMap(({ id, hash }) => {
      const written = Buffer.alloc(idBytes)
      written.writeBigInt64BE(BigInt(id))
      return [written, hash]
    }),
  )

const readMarks = (marks: Buffer): MarkedEvent[] =>
  Array.from({ length: Math.floor(marks.length / markBytes) }, (_, place) => {
    const at = place * markBytes
    return {
      id: Number(marks.readBigInt64BE(at)),
      hash: marks.subarray(at + idBytes, at + markBytes),
    }
  })

/** Describes the first event that differs from what was sealed; null if none does. */
export const firstDifference = (events: readonly MarkedEvent[], marks: Buffer): string | null => {
  const sealed = new Map(readMarks(marks).map(({ id, hash }) => [id, hash]))
  const held = new Map(events.map(({ id, hash }) => [id, hash]))
  const ids = [...new Set([...held.keys(), ...sealed.keys()])].sort((one, other) => one - other)
  for (const id of ids) {
    const [now, then] = [held.get(id), sealed.get(id)]
    if (now === undefined) return `event ${id} is missing`
    if (then === undefined) return `event ${id} was added`
    if (!now.equals(then)) return `event ${id} was changed`
  }
  return null
}
