import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { causeOf } from '../../platform/db/connection/causeOf.ts'
import { faultInWords } from '../../platform/settings/faultInWords.ts'
import type { OutsidePart } from './outsideParts.ts'

/** The result of the last try of a part. */
export interface TriedPart {
  part: OutsidePart['part']
  setting: string
  lastSuccessAt: string | null | undefined
  /** Null if the part works. */
  fault: { words: string; error: unknown; without: string } | null
}

const mostMs = 5_000

export const tryPart = async ({
  part,
  setting,
  without,
  lastSuccessAt,
  try: attempt,
}: OutsidePart): Promise<TriedPart> => {
  const ended = new AbortController()
  try {
    await Promise.race([
      attempt(),
      sleep(mostMs, null, { signal: ended.signal, ref: false }).then(() => {
        throw new Error(`it did not reply within ${mostMs / 1000} seconds`)
      }),
    ])
    return { part, setting, lastSuccessAt: lastSuccessAt?.(), fault: null }
  } catch (error) {
    return {
      part,
      setting,
      lastSuccessAt: lastSuccessAt?.(),
      fault: { words: faultInWords(error), error, without },
    }
  } finally {
    ended.abort()
  }
}

/** Tries every configured part and logs a line for each. Startup continues if one fails, but the log should say so. */
export const tellParts = async (parts: readonly OutsidePart[], log: FastifyBaseLogger): Promise<void> => {
  await Promise.all(
    parts.map(async (each) => {
      const { part, setting, fault } = await tryPart(each)
      if (fault === null) log.info({ part, setting }, `${part} (${setting}) answers`)
      else
        log.warn(
          { ...causeOf(fault.error), part, setting, reason: fault.words },
          `${part} (${setting}) is away: ${fault.words}. ${fault.without}`,
        )
    }),
  )
}
