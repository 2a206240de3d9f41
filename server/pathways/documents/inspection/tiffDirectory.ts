/** An entry of a TIFF directory: what it describes, and where its values are. */
export interface TiffEntry {
  tag: number
  /** Number of values. */
  count: number
  /** The values if they are whole numbers; otherwise empty. */
  numbers: () => number[]
  bytes: Buffer
}

export interface TiffDirectory {
  entries: TiffEntry[]
  /** Position of the next directory; 0 if this is the last. */
  next: number
}

const sizes: Record<number, number> = {
  1: 1,
  2: 1,
  3: 2,
  4: 4,
  5: 8,
  6: 1,
  7: 1,
  8: 2,
  9: 4,
  10: 8,
  11: 4,
  12: 8,
  13: 4,
}

/** A reader for a TIFF of either byte order: 'MM' or 'II', then 42. Null if the bytes do not start that way. */
export const tiffReader = (content: Buffer) => {
  const order = content.toString('latin1', 0, 4)
  if (order !== 'MM\0*' && order !== 'II*\0') return null
  const short = (at: number) => (order[0] === 'M' ? content.readUInt16BE(at) : content.readUInt16LE(at))
  const long = (at: number) => (order[0] === 'M' ? content.readUInt32BE(at) : content.readUInt32LE(at))

  /** Throws a RangeError if the directory reaches outside the file. */
  const directoryAt = (at: number): TiffDirectory => {
    const count = short(at)
    const entries = Array.from({ length: count }, (_, index): TiffEntry => {
      const entry = at + 2 + index * 12
      const type = short(entry + 2)
      const number = long(entry + 4)
      const size = (sizes[type] ?? 1) * number
      const where = size <= 4 ? entry + 8 : long(entry + 8)
      if (where + size > content.length) throw new RangeError('Outside the file')
      const read = type === 3 ? short : type === 4 || type === 13 ? long : null
      return {
        tag: short(entry),
        count: number,
        numbers: () =>
          read === null
            ? []
            : Array.from({ length: number }, (_, index) => read(where + index * (type === 3 ? 2 : 4))),
        bytes: content.subarray(where, where + size),
      }
    })
    return { entries, next: long(at + 2 + count * 12) }
  }
  return { first: long(4), directoryAt }
}
