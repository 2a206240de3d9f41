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
  const sealed = readMarks(marks)
  for (let place = 0; place < Math.max(events.length, sealed.length); place += 1) {
    const [now, then] = [events[place], sealed[place]]
    if (now !== undefined && (then === undefined || now.id < then.id)) return `event ${now.id} was added`
    if (then !== undefined && (now === undefined || then.id < now.id)) return `event ${then.id} is missing`
    if (now !== undefined && then !== undefined && !now.hash.equals(then.hash))
      return `event ${now.id} was changed`
  }
  return null
}
