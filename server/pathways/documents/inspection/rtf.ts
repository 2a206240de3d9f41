import { requireKnownField, innerField, lengthen } from './fields.ts'
import { readRtf } from './rtfReader.ts'
import { carrying, fetching, incomplete } from './rejectedFile.ts'

/** Objects, and raw bytes that a reader does not interpret (RTF 1.9.1, "Objects"). */
const carries = /^(?:obj[a-z]*|bin|oleclsid|linkself|ddeitem|htmltag|macpict.*ole)$/
/** Templates, parts of a document stored elsewhere, and mail merge sources. */
const fetches =
  /^(?:template|file|filetbl|nextfile|subdocument|mailmerge|mm(?:odso|connect|datasource|query|headersource)[a-z]*)$/
/** Control words that produce a blank. */
const blanks = new Set(['tab', 'line', 'par', 'sect', 'page', 'cell', 'emspace', 'enspace', 'qmspace'])

/** The text of a group that is checked; inner groups add to it. */
interface Words {
  of: 'instruction' | 'property name' | 'property value'
  text: string
}
interface Group {
  words: Words | null
  ownsWords: boolean
  /** How many substitute characters follow a \u, for readers that do not know it. */
  standIns: number
}

/** WordPad writes a zero byte after the last line. */
const withoutTail = (content: Buffer): Buffer => {
  const end = content.findLastIndex((byte) => byte > 0x20) + 1
  return content.includes(0, end) ? content.subarray(0, end) : content
}

/**
 * Allows RTF with text and pictures only: no objects, templates, fields that reach outside, or pictures from elsewhere.
 */
export const inspectRtf = (sent: Buffer): Buffer => {
  const content = withoutTail(sent)
  if (content.includes(0)) throw incomplete()
  const groups: Group[] = []
  const current = (): Group => groups.at(-1) ?? { words: null, ownsWords: false, standIns: 1 }
  let property = ''
  let toSkip = 0
  const say = (text: string): void => {
    const { words } = current()
    const heard = text.slice(toSkip)
    toSkip = Math.max(0, toSkip - text.length)
    if (words !== null) words.text = lengthen(words.text, heard)
  }
  const listen = (of: Words['of']): void => {
    Object.assign(current(), { words: { of, text: '' }, ownsWords: true })
  }
  const judge = ({ of, text }: Words): void => {
    if (of === 'instruction') requireKnownField(text)
    else if (of === 'property name') property = text.trim().toLowerCase()
    else requireOwnProperty(property, text)
  }
  readRtf(content, {
    open: () => {
      toSkip = 0
      const { words, standIns } = current()
      groups.push({ words, ownsWords: false, standIns })
    },
    close: () => {
      toSkip = 0
      const group = groups.pop()
      if (group?.ownsWords === true && group.words !== null) judge(group.words)
    },
    word: (name, number) => {
      if (carries.test(name)) throw carrying()
      if (fetches.test(name)) throw fetching()
      if (name === 'u') {
        toSkip = 0
        say(String.fromCharCode((number ?? 0) & 0xffff))
        toSkip = current().standIns
        return
      }
      toSkip = 0
      if (name === 'uc') current().standIns = Math.min(8, Math.max(0, number ?? 1))
      else if (name === 'field') {
        say(innerField)
        Object.assign(current(), { words: null, ownsWords: false })
      } else if (name === 'fldinst') listen('instruction')
      else if (name === 'sn') listen('property name')
      else if (name === 'sv') listen('property value')
      else if (blanks.has(name)) say(' ')
    },
    symbol: (sign) => {
      if (sign === '~' || sign === '\n' || sign === '\r') say(' ')
    },
    text: say,
  })
  return content
}

/** The picture of a drawing may have its original name, but no address to fetch it from. */
const requireOwnProperty = (name: string, value: string): void => {
  if (/^pib|name$/.test(name) && /^\s*(?:[a-z][a-z0-9+.-]+:\/|[\\/]{2})/i.test(value)) throw fetching()
  // An attack on old versions of Word (CVE-2010-3333).
  if (name === 'pfragments') throw carrying()
}
