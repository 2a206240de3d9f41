import { inflate } from 'node:zlib'
import { promisify } from 'node:util'
import { incomplete, locked, scripted, twoInOne, Unwelcome } from './unwelcome.ts'

const inflated = promisify<Buffer, { maxOutputLength: number }, Buffer>(inflate)

const encrypted = /\/Encrypt\b/
const active = /\/(?:JavaScript|Launch|EmbeddedFiles?|RichMedia|XFA)\b/

const oneStreamBytes = 16 * 1024 * 1024
const allStreamsBytes = 64 * 1024 * 1024

/** A whole PDF that is not encrypted, runs nothing and carries no other file, also where objects are packed away. */
export const inspectPdf = async (content: Buffer): Promise<Buffer> => {
  const text = content.toString('latin1')
  const end = text.lastIndexOf('%%EOF')
  if (end === -1 || !text.includes('startxref')) throw incomplete()

  if (!/^[\s\u0000]*$/.test(text.slice(end + 5))) throw twoInOne()
  const named = withPlainNames(text)
  if (encrypted.test(named)) throw locked()
  if (active.test(named)) throw scripted()
  for await (const objects of packedObjects(content, text))
    if (active.test(withPlainNames(objects))) throw scripted()
  return content
}

/** A name may spell its letters as #4a. */
const withPlainNames = (text: string): string =>
  text.replaceAll(/#([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

const packedObjects = async function* (content: Buffer, text: string): AsyncGenerator<string> {
  let left = allStreamsBytes
  for (const { index } of text.matchAll(/\/ObjStm\b/g)) {
    const opening = /stream\r?\n/.exec(text.slice(index, index + 2000))
    if (opening === null) continue
    const start = index + opening.index + opening[0].length
    const end = text.indexOf('endstream', start)
    if (end === -1) throw incomplete()
    if (!/FlateDecode/.test(withPlainNames(text.slice(Math.max(0, index - 1000), start)))) continue
    const objects = await unpack(content.subarray(start, end), Math.min(left, oneStreamBytes))
    left -= objects.length
    yield objects.toString('latin1')
  }
}

const unpack = async (packed: Buffer, maxOutputLength: number): Promise<Buffer> => {
  if (maxOutputLength <= 0) throw tooMuchInside()
  try {
    return await inflated(packed, { maxOutputLength })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooMuchInside()
    throw incomplete()
  }
}

const tooMuchInside = (): Unwelcome =>
  new Unwelcome('The file unpacks to far more than its size. Print it to a new PDF and upload that.')
