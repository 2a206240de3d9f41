import type { FileKindName } from '../../../../contract/pathways/document.ts'

const markup = /<\s*(?:script|html|svg|iframe|body|object|embed|!doctype|\?php)\b/i

/** Whether the content can also be read as another kind: a zip at its end, a PDF or a web page near its start. */
export const hidesAnother = (content: Buffer, kind: FileKindName): boolean => {
  const tail = content.subarray(-(22 + 0xffff))
  if (tail.includes('PK\u0005\u0006', 0, 'latin1') && content.includes('PK\u0001\u0002', 0, 'latin1'))
    return true
  const start = content.toString('latin1', 0, 4096)
  // Readers look for a PDF in the first 1024 bytes, browsers for markup in the first 1445.
  if (start.indexOf('%PDF-', kind === 'pdf' ? 1 : 0) !== -1) return true
  return kind !== 'rtf' && markup.test(start)
}
