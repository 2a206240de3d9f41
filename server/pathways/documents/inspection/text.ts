import { RejectedFile } from './rejectedFile.ts'

/** Control characters other than tab, line feed, form feed and carriage return. */

const control = /[\u0000-\u0008\u000b\u000e-\u001f\u007f-\u0084\u0086-\u009f\ufffe\uffff]/

/**
 * The text of the bytes: UTF-8, UTF-16 with a byte order mark, or the encoding of older Windows programs. Null if it is
 * not text.
 */
const decode = (content: Buffer): string | null => {
  const [first, second] = content
  const marked =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : null
  for (const encoding of marked === null ? ['utf-8', 'windows-1252'] : [marked])
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(content)
      return control.test(text) ? null : text
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
    }
  return null
}

export const isText = (content: Buffer): boolean => decode(content) !== null

/** Text that a browser or a shell would interpret. */
const startsAsMore = /^\s*(?:<[!?/a-z]|#!|@echo\b|%!PS|%PDF|\{\\rtf|MIME-Version:|Content-Type:)/i
const holdsMore = /<\s*(?:script|html|svg|iframe|object|embed|!doctype|\?php|\?xml)\b/i

export const inspectText = (content: Buffer): Buffer => {
  const text = decode(content) ?? ''
  if (startsAsMore.test(text) || holdsMore.test(text))
    throw new RejectedFile('The file looks like a web page or a script. Save it as a PDF and upload that.')
  return content
}
