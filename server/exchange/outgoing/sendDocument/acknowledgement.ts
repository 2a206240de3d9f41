import { Readable } from 'node:stream'
import { readXml } from '../../../pathways/documents/inspection/xml.ts'

/** What the system of a practice answered to a document. */
export interface Acknowledgement {
  /** Everything that may be our number of the document. */
  about: string[]
  level: 'infrastructure' | 'business'
  isPositive: boolean
  words: string
}

/** Codes of ITK3 in words (ITK3 Messaging Distribution, response codes). */
const codes: Readonly<Record<string, string>> = {
  '20013': 'The practice’s system received it.',
  '30001': 'The practice took it into the patient’s record.',
  '30002': 'The practice refused it: it does not know the patient.',
  '30003': 'The practice refused it: the patient is no longer registered there.',
}

/**
 * Reads an ITK3 response; null if it is none. Codes that begin with 1 or 2 are about the message, those with 3 about what
 * the practice did with it.
 */
export const readAcknowledgement = async (content: Buffer): Promise<Acknowledgement | null> => {
  const path: string[] = []
  const found = { event: '', response: '', code: '', about: [] as string[] }
  let extension = ''
  try {
    await readXml(Readable.from([content]), {
      open: (name, attributes) => {
        path.push(name)
        const value = attributes.get('value') ?? ''
        const at = path.slice(-3).join('/')
        if (name === 'extension') extension = attributes.get('url') ?? ''
        if (at === 'MessageHeader/event/code') found.event = value
        if (at === 'MessageHeader/response/code') found.response = value
        if (at === 'details/coding/code') found.code = value
        if (at === 'MessageHeader/response/identifier') found.about.push(value)
        if (name === 'valueString' && extension === 'SenderReference') found.about.push(value)
      },
      close: () => path.pop(),
    })
  } catch {
    return null
  }
  if (found.event !== 'ITK008M' || found.about.length === 0) return null
  const isPositive = found.response === 'ok'
  const level = found.code.startsWith('3') ? 'business' : 'infrastructure'
  const words =
    codes[found.code] ??
    (isPositive
      ? 'The practice’s system accepted it.'
      : `The practice’s system refused it${/^\d{1,6}$/.test(found.code) ? ` with code ${found.code}` : ''}.`)
  return {
    about: found.about.map((each) => each.replace(/^urn:uuid:/, '').toLowerCase()),
    level,
    isPositive,
    words,
  }
}
