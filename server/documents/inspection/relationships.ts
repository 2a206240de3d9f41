import { incomplete } from './unwelcome.ts'

export interface Relationship {
  /** Address that names what it is for. */
  type: string
  isExternal: boolean
}

const anyStart = /<(?:[\w.-]+:)?Relationship(?=[\s/>])/g
const wholeStart = /<(?:[\w.-]+:)?Relationship((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*\/?>/g
const attribute = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

/** The relationships that an Office part declares. What does not read cleanly is refused, so nothing can hide in it. */
export const relationshipsOf = (xml: string): Relationship[] => {
  const found = [...xml.matchAll(wholeStart)]
  if (found.length !== [...xml.matchAll(anyStart)].length) throw incomplete()
  return found.map(([, attributes = '']) => {
    const values = new Map(
      [...attributes.matchAll(attribute)].map(([, name = '', double, single]) => [
        name.toLowerCase(),
        plain(double ?? single ?? ''),
      ]),
    )
    return {
      type: values.get('type') ?? '',
      isExternal: (values.get('targetmode') ?? '').trim().toLowerCase() === 'external',
    }
  })
}

/** Characters may be written as numbers. */
const plain = (value: string): string =>
  value.replaceAll(/&#(?:x([0-9a-f]{1,6})|([0-9]{1,7}));/gi, (_, hexadecimal?: string, decimal?: string) => {
    const code = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16)
    if (code > 0x10ffff) throw incomplete()
    return String.fromCodePoint(code)
  })
