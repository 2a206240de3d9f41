import { crc32, deflateSync } from 'node:zlib'

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

export const pngChunk = (name: string, data: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data])
  return Buffer.concat([uint32(data.length), named, uint32(crc32(named))])
}

const pngSignature = Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1')

interface PngOptions {
  width?: number
  height?: number
  /** Chunks between the header and the picture data. */
  chunks?: readonly Buffer[]
}

/** A white PNG. */
export const png = ({ width = 2, height = 2, chunks = [] }: PngOptions = {}): Buffer => {
  const rows = Buffer.alloc(Math.min(1e6, (width + 1) * height), 255)
  for (let row = 0; row < rows.length; row += width + 1) rows[row] = 0
  return Buffer.concat([
    pngSignature,
    pngChunk('IHDR', Buffer.concat([uint32(width), uint32(height), Buffer.from([8, 0, 0, 0, 0])])),
    ...chunks,
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

export const jpegPart = (marker: number, data: Buffer): Buffer => {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([head, data])
}

interface JpegOptions {
  width?: number
  height?: number
  /** Parts after the first one. */
  parts?: readonly Buffer[]
  coded?: Buffer
}

/** A baseline JPEG in one shade of grey, by default 8 by 8; `coded` is its picture data. */
export const jpeg = ({ width = 8, height = 8, parts = [], coded }: JpegOptions = {}): Buffer =>
  Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    jpegPart(0xe0, Buffer.from('JFIF\0\u0001\u0001\0\0\u0001\0\u0001\0\0', 'latin1')),
    ...parts,
    jpegPart(0xdb, Buffer.concat([Buffer.from([0]), Buffer.alloc(64, 1)])),
    jpegPart(0xc0, Buffer.from([8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0])),
    jpegPart(0xc4, Buffer.concat([Buffer.from([0, 0, 1, ...Array<number>(14).fill(0)]), Buffer.from([0])])),
    jpegPart(
      0xc4,
      Buffer.concat([Buffer.from([0x10, 0, 1, ...Array<number>(14).fill(0)]), Buffer.from([0])]),
    ),
    jpegPart(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    coded ?? Buffer.from([0x3f]),
    Buffer.from([0xff, 0xd9]),
  ])

/** Camera data from a phone held on its side, with a location. */
export const exifWithPlace = (orientation = 6): Buffer =>
  jpegPart(
    0xe1,
    Buffer.concat([
      Buffer.from('Exif\0\0', 'latin1'),
      tiff({
        entries: [
          [0x0112, 3, orientation],
          [0x8825, 4, 26],
        ],
        isPage: false,
      }),
      Buffer.from('N 51 30 26', 'latin1'),
    ]),
  )

interface TiffOptions {
  width?: number
  height?: number
  /** Tag, type (3 short, 4 long) and value. */
  entries?: readonly (readonly [tag: number, type: 3 | 4, value: number])[]
  isPage?: boolean
  next?: number
}

/** A TIFF of one page, big-endian. */
export const tiff = ({
  width = 8,
  height = 8,
  entries = [],
  isPage = true,
  next = 0,
}: TiffOptions = {}): Buffer => {
  const dataAt = 8 + 2 + 12 * (4 + entries.length) + 4
  const all = isPage
    ? ([[256, 4, width], [257, 4, height], [273, 4, dataAt], [279, 4, 64], ...entries] as const)
    : entries
  const count = Buffer.alloc(2)
  count.writeUInt16BE(all.length)
  return Buffer.concat([
    Buffer.from('MM\0*\0\0\0\u0008', 'latin1'),
    count,
    ...all.map(([tag, type, value]) => {
      const entry = Buffer.alloc(12)
      entry.writeUInt16BE(tag, 0)
      entry.writeUInt16BE(type, 2)
      entry.writeUInt32BE(1, 4)
      if (type === 3) entry.writeUInt16BE(value, 8)
      else entry.writeUInt32BE(value, 8)
      return entry
    }),
    uint32(next),
    Buffer.alloc(64, 255),
  ])
}
