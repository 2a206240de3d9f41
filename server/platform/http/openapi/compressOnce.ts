import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

type Coding = 'br' | 'gzip'

/**
 * Returns a function that gives a text in an accepted coding. Each compressed form is made at the first request and
 * kept.
 */
export const compressOnce = (text: () => string): ((accepted: string | undefined) => Promise<Sent>) => {
  const made = new Map<Coding, Promise<Buffer>>()
  return async (accepted) => {
    const coding = codings.find((each) => accepts(accepted, each))
    if (coding === undefined) return { body: text(), coding: null }
    const body = made.get(coding) ?? compressors[coding](text())
    made.set(coding, body)
    return { body: await body, coding }
  }
}

interface Sent {
  body: Buffer | string
  coding: Coding | null
}

/** In order of preference. */
const codings = ['br', 'gzip'] as const

const compressors: Record<Coding, (text: string) => Promise<Buffer>> = {
  // The default quality for text takes seconds and saves little more.
  br: (text) => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: (text) => promisify(gzip)(text),
}

/** Whether an Accept-Encoding header accepts the coding. */
const accepts = (header: string | undefined, coding: Coding): boolean =>
  (header ?? '').split(',').some((each) => {
    const [name = '', ...parameters] = each.split(';').map((part) => part.trim().toLowerCase())
    return name === coding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
  })
