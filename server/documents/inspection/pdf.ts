import { inflate } from 'node:zlib'
import { promisify } from 'node:util'
import { incomplete, locked, scripted, twoInOne, Unwelcome } from './unwelcome.ts'

const inflated = promisify<Buffer, { maxOutputLength: number }, Buffer>(inflate)

/** A letter of a PDF name, as itself or spelt as #4a. */
const spelt = (letter: string): string => {
  const code = letter.charCodeAt(0).toString(16)
  return `(?:${letter}|#${code.replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)})`
}
const named = (...names: string[]): RegExp =>
  new RegExp(`/(?:${names.map((name) => [...name].map(spelt).join('')).join('|')})(?=[^A-Za-z0-9#]|$)`, 'g')

const encrypted = named('Encrypt')
const active = named(
  'JavaScript',
  'Launch',
  'EmbeddedFile',
  'EmbeddedFiles',
  'FileAttachment',
  'RichMedia',
  'XFA',
)
const packed = named('ObjStm')
const deflated = named('FlateDecode', 'Fl')
const has = (text: string, name: RegExp): boolean => text.search(name) !== -1

const mostPacked = 10_000
const oneStreamBytes = 16 * 1024 * 1024
const allStreamsBytes = 64 * 1024 * 1024

/** A whole PDF that is not encrypted, runs nothing and carries no other file, also where objects are packed away. */
export const inspectPdf = async (content: Buffer): Promise<Buffer> => {
  const text = content.toString('latin1')
  const end = text.lastIndexOf('%%EOF')
  if (end === -1 || !text.includes('startxref')) throw incomplete()
  if (!/^[\s\u0000]*$/.test(text.slice(end + 5))) throw twoInOne()
  if (has(text, encrypted)) throw locked()
  if (has(text, active)) throw scripted()
  for await (const objects of packedObjects(content, text)) if (has(objects, active)) throw scripted()
  return content
}

const packedObjects = async function* (content: Buffer, text: string): AsyncGenerator<string> {
  let left = allStreamsBytes
  let count = 0
  for (const { index } of text.matchAll(packed)) {
    if (++count > mostPacked) throw tooMuchInside()
    const opening = /stream\r?\n/.exec(text.slice(index, index + 2000))
    if (opening === null) continue
    const start = index + opening.index + opening[0].length
    const end = text.indexOf('endstream', start)
    if (end === -1) throw incomplete()
    if (!has(text.slice(Math.max(0, index - 1000), start), deflated)) continue
    const objects = await unpack(content.subarray(start, end), Math.min(left, oneStreamBytes))
    left -= objects.length
    yield objects.toString('latin1')
  }
}

const unpack = async (stream: Buffer, maxOutputLength: number): Promise<Buffer> => {
  if (maxOutputLength <= 0) throw tooMuchInside()
  try {
    return await inflated(stream, { maxOutputLength })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooMuchInside()
    throw incomplete()
  }
}

const tooMuchInside = (): Unwelcome =>
  new Unwelcome('The file unpacks to far more than its size. Print it to a new PDF and upload that.')
