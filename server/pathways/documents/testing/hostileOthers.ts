import { deflateSync } from 'node:zlib'
import { rtf } from './files.ts'
import type { Hostile } from './hostile.ts'
import { jpeg, png, pngChunk, tiff } from './pictures.ts'
import { zipOf } from './zip.ts'

const carries = /carries another file/
const fetches = /fetches something/
const incomplete = /incomplete or damaged/
const pixels = /too many pixels/
const second = /hides a second file/
const page = /web page or a script/

const of =
  (name: string) =>
  (says: string, content: Buffer | string, why?: RegExp): Hostile => ({
    says,
    name,
    content: Buffer.from(content),
    ...(why === undefined ? {} : { why }),
  })
const letter = of('letter.rtf')
const scan = of('scan.tif')
const picture = of('picture.png')
const photograph = of('photograph.jpg')
const note = of('note.txt')

const field = (instruction: string): Buffer => rtf(`{\\field{\\*\\fldinst ${instruction}}{\\fldrslt 1}}`)
const inNumbers = (text: string): string =>
  [...text].map((letter) => `\\'${letter.charCodeAt(0).toString(16)}`).join('')
const inUnicode = (text: string): string => [...text].map((letter) => `\\u${letter.charCodeAt(0)}?`).join('')

/** Directories that all point to one table of strips (one such file was once read for 214 seconds, then accepted). */
export const sharedTable = (directories = 499): Buffer => {
  const values = 1_200_000
  const head = Buffer.from('II*\0', 'latin1')
  const directoryBytes = 2 + 12 * 4 + 4
  const tableAt = 8 + directories * directoryBytes
  const parts: Buffer[] = []
  for (let index = 0; index < directories; index += 1) {
    const directory = Buffer.alloc(directoryBytes)
    directory.writeUInt16LE(4, 0)
    const entries: [number, number, number, number][] = [
      [256, 4, 1, 8],
      [257, 4, 1, 8],
      [273, 4, values, tableAt],
      [279, 4, values, tableAt],
    ]
    entries.forEach(([tag, type, count, value], entry) => {
      const at = 2 + entry * 12
      directory.writeUInt16LE(tag, at)
      directory.writeUInt16LE(type, at + 2)
      directory.writeUInt32LE(count, at + 4)
      directory.writeUInt32LE(value, at + 8)
    })
    const isLast = index === directories - 1
    directory.writeUInt32LE(isLast ? 0 : 8 + (index + 1) * directoryBytes, 2 + 48)
    parts.push(directory)
  }
  const first = Buffer.alloc(4)
  first.writeUInt32LE(8)
  return Buffer.concat([head, first, ...parts, Buffer.alloc(values * 4)])
}

const oneProfile = pngChunk(
  'iCCP',
  Buffer.concat([Buffer.from('a\0\0'), deflateSync(Buffer.alloc(4_000_000))]),
)

export const hostileOthers: readonly (() => Hostile)[] = [
  () => letter('RTF: a link to a program', field('DDEAUTO c:\\\\cmd.exe "/k calc"'), fetches),
  () => letter('RTF: DDEAUTO in numbers', field(inNumbers('DDEAUTO cmd')), fetches),
  () => letter('RTF: DDEAUTO partly in numbers', field("\\'44\\'44EAUTO cmd"), fetches),
  () => letter('RTF: DDEAUTO in Unicode', field(inUnicode('DDEAUTO cmd')), fetches),
  () => letter('RTF: DDEAUTO cut by formats', field('{\\b DD}{\\i EA}\\plain UTO cmd'), fetches),
  () => letter('RTF: DDEAUTO cut by lines', field('DD\nEA\nUTO cmd'), fetches),
  () => letter('RTF: DDEAUTO behind a long format', field(`${'\\b\\i '.repeat(5_000)}DDEAUTO cmd`), fetches),
  () =>
    letter(
      'RTF: DDEAUTO spelt by a field within',
      field('{\\field{\\*\\fldinst QUOTE 68}{\\fldrslt D}}DEAUTO cmd'),
      fetches,
    ),
  () => letter('RTF: DDEAUTO without a mark', rtf('{\\field{\\fldinst DDEAUTO cmd}}'), fetches),
  () => letter('RTF: a picture from elsewhere', field('INCLUDEPICTURE "http://example.org/x"'), fetches),
  () => letter('RTF: a text from elsewhere', field('INCLUDETEXT "//example.org/x"'), fetches),
  () => letter('RTF: an object', rtf('{\\object\\objemb{\\*\\objdata 0105}}'), carries),
  () =>
    letter(
      'RTF: an object that is brought up to date',
      rtf('{\\object\\objautlink\\objupdate{\\*\\objdata 01}}'),
      carries,
    ),
  () => letter('RTF: an object in capitals', rtf('{\\OBJDATA 0105}'), carries),
  () => letter('RTF: bare bytes', rtf('\\bin5 hello'), carries),
  () => letter('RTF: a template', rtf('{\\*\\template http://example.org/x}'), fetches),
  () =>
    letter(
      'RTF: a drawing with a picture from elsewhere',
      rtf('{\\shp{\\*\\shpinst{\\sp{\\sn pibName}{\\sv http://example.org/x}}}}'),
      fetches,
    ),
  () => letter('RTF: fragments of a drawing', rtf('{\\shp{\\sp{\\sn pFragments}{\\sv 1;1;0123}}}'), carries),
  () => letter('RTF: a source of letters', rtf('{\\*\\mailmerge{\\mmconnectstr x}}'), fetches),
  () => letter('RTF: five million groups', rtf('{'.repeat(5_000_000)), incomplete),
  () => letter('RTF: a word without end', rtf(`\\${'a'.repeat(5_000_000)}`), incomplete),

  () => scan('TIFF: 499 directories with one table', sharedTable(), incomplete),
  () => scan('TIFF: pages that go round', tiff({ next: 8 }), incomplete),
  () => scan('TIFF: a place', tiff({ entries: [[34853, 4, 8]] }), /where it was taken/),
  () => scan('TIFF: a picture of too many points', tiff({ width: 29_000, height: 29_000 }), pixels),
  () => scan('TIFF: a width twice', tiff({ entries: [[256, 4, 9]] }), incomplete),
  () => scan('TIFF: a zip too', Buffer.concat([tiff(), zipOf([{ name: 'a', content: 'a' }])]), second),
  () => picture('PNG: too many points', png({ width: 20_000, height: 20_000 }), pixels),
  () =>
    picture(
      'PNG: profiles that unpack to ten gigabytes',
      png({ chunks: Array<Buffer>(2_400).fill(oneProfile) }),
    ),
  () => picture('PNG: a script at its end', Buffer.concat([png(), Buffer.from('<script>1</script>')])),
  () => photograph('JPEG: too many points', jpeg({ width: 30_000, height: 30_000 }), pixels),
  () => photograph('JPEG: a zip at its end', Buffer.concat([jpeg(), zipOf([{ name: 'a', content: 'a' }])])),
  () => note('text: a web page', '<html><script>1</script></html>', page),
  () => note('text: a script far down', `${'words '.repeat(100_000)}<script src=x>`, page),
  () =>
    note('text: ten million brackets and blanks, then a script', `${'< '.repeat(5_000_000)}<script>`, page),
]
