import type { FileKindName } from '../../../../contract/pathways/document.ts'
import { jpeg, png, tiff } from './pictures.ts'
import { docx, xlsx } from './zip.ts'

interface PdfOptions {
  /** Extra entries of the catalog, of the page, and of the trailer. */
  catalog?: string
  page?: string
  trailer?: string
  /** The contents of objects from number 5 on, as Latin-1. */
  objects?: readonly string[]
}

/** A complete PDF with one page. */
export const pdf = ({ catalog = '', page = '', trailer = '', objects = [] }: PdfOptions = {}): Buffer => {
  const words = 'BT /F1 12 Tf 20 50 Td (Dear Dr Green) Tj ET'
  return pdfOf(
    [
      `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] /Contents 4 0 R /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> ${page} >>`,
      `<< /Length ${words.length} >>\nstream\n${words}\nendstream`,
      ...objects,
    ],
    trailer,
  )
}

/** Objects from number 1 on, with the table of their positions. */
export const pdfOf = (objects: readonly string[], trailer = ''): Buffer => {
  const said = ['%PDF-1.7\n']
  let at = 9
  const places = objects.map((inside, index) => {
    const object = `${index + 1} 0 obj\n${inside}\nendobj\n`
    said.push(object)
    at += object.length
    return `${String(at - object.length).padStart(10, '0')} 00000 n \n`
  })
  const size = objects.length + 1
  said.push(
    `xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${at}\n%%EOF\n`,
  )
  return Buffer.from(said.join(''), 'latin1')
}

export const rtf = (inside = ''): Buffer =>
  Buffer.from(`{\\rtf1\\ansi{\\fonttbl{\\f0 Arial;}}${inside}Dear Dr Green\\par}\n`, 'latin1')

/** An ordinary file of each kind, with the name and type that a browser sends. */
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
