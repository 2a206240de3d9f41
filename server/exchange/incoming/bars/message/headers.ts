import type { IncomingHttpHeaders } from 'node:http'
import type { BarsSettings } from '../../../settings/settings.ts'
import { isSystem, partOf, textOf } from '../../parts.ts'
import { BarsProblem, invalid, missing } from '../problem.ts'

/** What the headers of a message say. */
export interface MessageHeaders {
  requestId: string
  correlationId: string
}

const guid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const isGuid = (text: string): boolean => guid.test(text)

const one = (headers: IncomingHttpHeaders, name: string): string => {
  const value = headers[name.toLowerCase()]
  const text = textOf(Array.isArray(value) ? value[0] : value)
  if (text === null) throw missing(`The header ${name}`)
  return text
}

const oneGuid = (headers: IncomingHttpHeaders, name: string): string => {
  const text = one(headers, name)
  if (!isGuid(text)) throw invalid(`The header ${name} is not a GUID.`)
  return text.toLowerCase()
}

/** Checks the headers that every call of the standard has. */
export const readHeaders = (headers: IncomingHttpHeaders, settings: BarsSettings): MessageHeaders => {
  const target = readTarget(one(headers, 'NHSD-Target-Identifier'))
  const read = {
    requestId: oneGuid(headers, 'X-Request-ID'),
    correlationId: oneGuid(headers, 'X-Correlation-ID'),
  }
  if (!isUs(target, settings)) throw notUs('The header NHSD-Target-Identifier')
  return read
}

interface Target {
  system: string
  value: string
}

const readTarget = (encoded: string): Target => {
  const wrong = new BarsProblem(
    'REC_BAD_REQUEST',
    'value',
    'The header NHSD-Target-Identifier is not JSON in base64 with a system and a value.',
  )
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(encoded)) throw wrong
  const { system, value } = partOf(parsed(Buffer.from(encoded, 'base64').toString('utf8')))
  const target = { system: textOf(system), value: textOf(value) }
  if (target.system === null || target.value === null) throw wrong
  return { system: target.system, value: target.value }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}

export const isUs = ({ system, value }: Target, { serviceId }: BarsSettings): boolean =>
  isSystem(system, serviceId.system) && value === serviceId.value

export const notUs = (where: string): BarsProblem =>
  new BarsProblem('REC_NOT_FOUND', 'not-found', `${where} names a service that is not here.`)

/** An identifier as a message writes it: 'system|value'. */
export const targetIn = (text: string): Target => {
  const at = text.lastIndexOf('|')
  return { system: text.slice(0, Math.max(at, 0)), value: text.slice(at + 1) }
}
