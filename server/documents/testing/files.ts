import { deflateSync } from 'node:zlib'
import type { FileKindName } from '../../../contract/document.ts'
import { jpeg, png, tiff } from './pictures.ts'
import { docx, xlsx } from './zip.ts'

/** A PDF with the objects given beside its own; exactly `size` bytes when that is said. */
export const pdf = (objects = '', size?: number): Buffer => {
  const of = (filling: string) =>
    Buffer.from(
      `%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [] /Count 0 >>\nendobj\n${objects}${filling}xref\n0 1\ntrailer\n<< /Root 1 0 R >>\nstartxref\n0\n%%EOF\n`,
      'latin1',
    )
  if (size === undefined) return of('')
  return of(`%${'x'.repeat(size - of('').length - 2)}\n`)
}

/** Objects of a PDF packed away in a stream. */
export const packedObjects = (objects: string): string =>
  `3 0 obj\n<< /Type /ObjStm /N 1 /First 0 /Filter /FlateDecode >>\nstream\n${deflateSync(objects).toString('latin1')}\nendstream\nendobj\n`

export const rtf = (inside = ''): Buffer =>
  Buffer.from(`{\\rtf1\\ansi{\\fonttbl{\\f0 Arial;}}${inside}Dear Dr Green\\par}\n`, 'latin1')

/** One ordinary file of each kind, with the name and type that a browser gives it. */
export const ordinary: Record<FileKindName, { name: string; type: string; content: Buffer }> = {
  pdf: { name: 'letter.pdf', type: 'application/pdf', content: pdf() },
  png: { name: 'stairs.png', type: 'image/png', content: png() },
  jpeg: { name: 'stairs.JPG', type: 'image/jpeg', content: jpeg() },
  tiff: { name: 'scan.tif', type: 'image/tiff', content: tiff() },
  docx: {
    name: 'letter.docx',
    type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    content: docx(),
  },
  xlsx: {
    name: 'exercises.xlsx',
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    content: xlsx(),
  },
  txt: { name: 'note.txt', type: 'text/plain', content: Buffer.from('BMI 27. Walks <10 m with a stick.\n') },
  rtf: { name: 'letter.rtf', type: 'application/rtf', content: rtf() },
}
