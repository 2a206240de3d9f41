/** An element of FHIR as XML: its name, and its value, its parts with its address if it has one, or its words to read. */
export type Part =
  | readonly [name: string, value: string | boolean]
  | readonly [name: string, parts: readonly (Part | null)[], url?: string]
  | readonly [name: 'text', narrative: { words: string }]

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
  '\t': '&#9;',
}
/** Also leaves out what XML 1.0 cannot hold. */
export const escapeXml = (text: string): string =>
  text
    .replaceAll(/[\u0000-\u0008\u000B-\u001F\uFFFE\uFFFF]/g, ' ')
    .replaceAll(/[&<>"\n\t]/g, (sign) => escapes[sign] ?? sign)

/** Writes an element. A part that is null is left out. */
export const writeXml = ([name, content, url]: Part): string => {
  if (typeof content === 'object' && 'words' in content)
    return `<text><status value="generated"/><div xmlns="http://www.w3.org/1999/xhtml"><p>${escapeXml(content.words)}</p></div></text>`
  if (typeof content !== 'object') return `<${name} value="${escapeXml(String(content))}"/>`
  const address = url === undefined ? '' : ` url="${escapeXml(url)}"`
  const parts = content.flatMap((part) => (part === null ? [] : writeXml(part)))
  return `<${name}${address}>${parts.join('')}</${name}>`
}
