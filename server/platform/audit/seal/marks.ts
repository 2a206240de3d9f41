/** An event as its mark in a segment knows it. */
export interface MarkedEvent {
  id: number
  hash: Buffer
}

const idBytes = 8
const markBytes = idBytes + 32

/** The marks of events in the order of their ids, as `seal_audit` puts them together. */
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

/** Which event is the first that is not as it was sealed, in words; null when all are. */
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
