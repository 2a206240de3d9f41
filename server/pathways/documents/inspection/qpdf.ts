import createQpdf from '@neslinesli93/qpdf-wasm'
import { incomplete, locked, tooHard } from './rejectedFile.ts'

/** A PDF object in qpdf's JSON, version 2: names start with '/', text with 'u:' or 'b:', references read '4 0 R'. */
export type PdfValue = null | boolean | number | string | PdfValue[] | PdfDictionary
export interface PdfDictionary {
  [key: string]: PdfValue
}
/** Keys are 'trailer' and names such as 'obj:4 0 R'. */
export type PdfObjects = Record<string, { value: PdfValue } | { stream: { dict: PdfDictionary } }>

interface Read {
  qpdf: [header: object, objects: PdfObjects]
}

/** Leaves streams as they are. qpdf drops objects that nothing refers to. */
const keepStreams = '--decode-level=none'

/**
 * Rewrites what can be read of a PDF without a password, and removes the encryption, which then only forbids changes.
 * Packed objects take less space. Objects must be unpacked to be replaced: qpdf loses replacements of packed objects
 * when it unpacks their neighbours.
 */
export const rewritePdf = async (content: Buffer, objects: 'packed' | 'unpacked'): Promise<Buffer> => {
  const packing = `--object-streams=${objects === 'packed' ? 'generate' : 'disable'}`
  return run(
    { '/in.pdf': content },
    ['/in.pdf', packing, keepStreams, '--decrypt', '/written.pdf'],
    '/written.pdf',
  )
}

/** The objects, decrypted. */
export const readObjects = async (content: Buffer): Promise<PdfObjects> => {
  const parts = ['--json=2', '--json-stream-data=none', '--json-key=qpdf']
  const text = await run({ '/in.pdf': content }, ['/in.pdf', ...parts, '/objects.json'], '/objects.json')
  const { qpdf } = JSON.parse(text.toString()) as Read
  return qpdf[1]
}

/**
 * Rewrites a PDF, packed, with some objects replaced.
 * @param content with unpacked objects
 */
export const replaceObjects = async (content: Buffer, changed: PdfObjects): Promise<Buffer> => {
  const numbers = Object.keys(changed).map((name) => Number(/\d+/.exec(name)?.[0] ?? 0))
  const maxobjectid = numbers.reduce((most, number) => Math.max(most, number), 0)
  const json = JSON.stringify({ qpdf: [{ jsonversion: 2, pdfversion: '1.7', maxobjectid }, changed] })
  return run(
    { '/in.pdf': content, '/changed.json': Buffer.from(json) },
    ['/in.pdf', '--update-from-json=/changed.json', '--object-streams=generate', keepStreams, '/written.pdf'],
    '/written.pdf',
  )
}

/** Throws if any part of a PDF cannot be read, such as a stream that does not unpack. */
export const assertReads = async (content: Buffer): Promise<void> => {
  await run({ '/in.pdf': content }, ['--check', '/in.pdf'], '/in.pdf')
}

/** Warnings about habits of some producers that no reader minds. */
const harmlessWarning = /object has offset 0$|reported number of objects \(\d+\) is not one plus the highest/

const run = async (files: Record<string, Buffer>, args: string[], result: string): Promise<Buffer> => {
  const said: number[] = []
  const hear = (byte: number) => said.push(byte)
  const qpdf = await open({ preRun: [({ FS }) => FS.init(() => null, hear, hear)] })
  for (const [name, content] of Object.entries(files)) qpdf.FS.writeFile(name, content)
  const code = exitCodeOf(() => qpdf.callMain(args))
  const lines = Buffer.from(said).toString('latin1').split('\n')
  if (lines.some((line) => line.includes('invalid password'))) throw locked()
  if (code === null || lines.some((line) => line.includes('bad_alloc'))) throw tooHard()
  const warnings = lines.filter((line) => line.startsWith('WARNING: '))
  const isWhole = code === exitCodes.done || (code === exitCodes.doneWithWarnings && warnings.length > 0)
  if (!isWhole || !warnings.every((line) => harmlessWarning.test(line))) throw incomplete()
  return Buffer.from(qpdf.FS.readFile(result))
}

const exitCodes = { done: 0, doneWithWarnings: 3 }

/** Null if it ran out of memory or stack, which only WebAssembly's own errors show. */
const exitCodeOf = (call: () => number): number | null => {
  try {
    return call()
  } catch (error) {
    if (error instanceof Error && ['RuntimeError', 'RangeError'].includes(error.name)) return null
    throw error
  }
}

interface FileSystem {
  init: (input: () => null, output: (byte: number) => void, error: (byte: number) => void) => void
  writeFile: (path: string, content: Uint8Array) => void
  readFile: (path: string) => Uint8Array
}
interface Qpdf {
  FS: FileSystem
  callMain: (args: string[]) => number
}
/** Emscripten's options, of which the package's types know one. Each instance runs only once. */
const open = createQpdf as unknown as (options: { preRun: ((qpdf: Qpdf) => void)[] }) => Promise<Qpdf>
