import { PartFailure } from '../../errors.ts'

/**
 * GOV.UK Notify did not take a message. `again`: it may take it later; `unknown`: it may have taken it already;
 * `refused`: it never will. The message names nobody and quotes nothing that Notify said, since its texts change.
 */
export class NotifyFailure extends PartFailure {
  readonly as: 'again' | 'unknown' | 'refused'
  /** How long to wait before the next attempt, if Notify's rules say so. */
  readonly waitMs: number | undefined
  constructor(as: NotifyFailure['as'], words: string, waitMs?: number) {
    super('texts', words)
    this.as = as
    this.waitMs = waitMs
  }
}

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** What the client throws: an answer other than 2xx, or no answer at all. */
interface Thrown {
  response?: { status?: number; data?: unknown; headers?: Record<string, unknown> }
  code?: string
}

/** Reasons of the network for which nothing can have reached Notify. */
const neverSent = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])

/**
 * What an attempt that failed means, by the status and the type of the error alone: the documentation of Notify asks
 * not to read the messages (“Error messages”, REST API documentation).
 * @param now for the daily limit, which ends at midnight UTC
 */
export const failureOf = (error: unknown, now: number): NotifyFailure => {
  if (error instanceof NotifyFailure) return error
  const { response, code } = (error ?? {}) as Thrown
  const status = response?.status
  if (status === undefined)
    return code !== undefined && neverSent.has(code)
      ? new NotifyFailure('again', `GOV.UK Notify cannot be reached: ${code}`)
      : new NotifyFailure('unknown', `GOV.UK Notify did not answer: ${code ?? 'no reason'}`)
  if (status === 403 || status === 401)
    return new NotifyFailure(
      'again',
      'GOV.UK Notify did not accept the key of this service, or the clock of this machine is wrong. Tell your administrator.',
      15 * minuteMs,
    )
  if (status === 429)
    return typesIn(response?.data).includes('TooManyRequestsError')
      ? new NotifyFailure(
          'again',
          'The daily limit of GOV.UK Notify is reached. It goes on after midnight.',
          dayMs - (now % dayMs) + minuteMs,
        )
      : new NotifyFailure(
          'again',
          'GOV.UK Notify was asked too often. It is tried again in a minute.',
          // Notify documents no Retry-After; something in front of it may send one.
          secondsIn(response?.headers?.['retry-after']) ?? minuteMs,
        )
  if (status === 408) return new NotifyFailure('unknown', 'GOV.UK Notify took too long.')
  if (status >= 500)
    return new NotifyFailure('unknown', `GOV.UK Notify has a fault of its own: it answered ${status}.`)
  const [type = 'no reason'] = typesIn(response?.data)
  return new NotifyFailure(
    'refused',
    type === 'ValidationError'
      ? 'GOV.UK Notify refused it: a field, such as the number or the address, is not one it can send to.'
      : `GOV.UK Notify refused it (${status}). Its template or the rights of this service may be wrong: tell your administrator.`,
  )
}

/** The types of the errors in a body such as `{"status_code":400,"errors":[{"error":"ValidationError","message":"…"}]}`. */
const typesIn = (body: unknown): string[] => {
  const { errors } = (body ?? {}) as { errors?: unknown }
  return Array.isArray(errors)
    ? errors.flatMap((each) => {
        const { error } = (each ?? {}) as { error?: unknown }
        return typeof error === 'string' ? [error] : []
      })
    : []
}

const secondsIn = (value: unknown): number | undefined =>
  typeof value === 'string' && /^\d{1,4}$/.test(value) ? Number(value) * 1000 : undefined
