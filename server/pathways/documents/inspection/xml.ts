import { SaxesParser } from 'saxes'
import { incomplete, RejectedFile } from './rejectedFile.ts'

/** Receives the contents of a part while it is read. Names are without their prefix. */
export interface XmlReader {
  open?: (name: string, attributes: ReadonlyMap<string, string>) => void
  text?: (text: string) => void
  close?: (name: string) => void
}

const deepest = 1_000

/**
 * Reads the XML of an Office part as it arrives. It must be UTF-8 without a document type, so that no entity can
 * expand, and well formed, so that nothing can hide in it. Throws a RejectedFile otherwise.
 */
export const readXml = async (
  chunks: AsyncIterable<unknown>,
  { open, text, close }: XmlReader,
): Promise<void> => {
  const parser = new SaxesParser({ position: false, xmlns: false })
  let depth = 0
  parser.on('doctype', refuse)
  parser.on('xmldecl', ({ encoding = 'utf-8' }) => {
    if (!/^(?:utf-8|us-ascii)$/i.test(encoding)) refuse()
  })
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1
    if (depth > deepest) refuse()
    if (open === undefined) return
    const plain = new Map(Object.entries(attributes).map(([key, value]) => [localName(key), value]))
    open(localName(name), plain)
  })
  parser.on('closetag', ({ name }) => {
    depth -= 1
    close?.(localName(name))
  })
  if (text !== undefined) {
    parser.on('text', text)
    parser.on('cdata', text)
  }
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of chunks) parser.write(decoder.decode(chunk as Buffer, { stream: true }))
    parser.write(decoder.decode()).close()
  } catch (error) {
    if (error instanceof RejectedFile) throw error
    // The decoder, the parser and the decompression only fail because of the content.
    throw incomplete()
  }
}

const refuse = (): never => {
  throw incomplete()
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)
