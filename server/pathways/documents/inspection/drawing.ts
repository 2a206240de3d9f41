import { fetching, scripted } from './rejectedFile.ts'
import type { XmlReader } from './xml.ts'

/** Reads an SVG picture inside an Office file. It may neither run nor fetch anything. */
export const drawingReader = (): XmlReader => ({
  open: (name, attributes) => {
    if (/^(?:script|foreignObject|handler|listener)$/i.test(name)) throw scripted()
    for (const [key, value] of attributes) {
      if (/^on/i.test(key)) throw scripted()
      if (/^(?:href|src)$/i.test(key) && !/^\s*(?:#|data:image\/|$)/i.test(value)) throw fetching()
      if (/url\(\s*(?:["']\s*)?(?!#)/i.test(value) || /@import/i.test(value)) throw fetching()
    }
  },
  text: (text) => {
    if (/@import|url\(\s*(?:["']\s*)?(?![#"'\s])/i.test(text)) throw fetching()
  },
})
