import type { Answer, Outcome, Speaker } from '../answers/send.ts'
import { sql as raw } from 'kysely'
import type { ExchangeService } from '../../settings/settings.ts'
import { partOf, textOf } from '../parts.ts'
import { openErs } from './api.ts'
import { ErsFailure, NotOpen } from './failure.ts'

/** How e-RS is told what was decided: the outcome of a triage (A028), or of a booking (A013, A014). */
export const ersSpeaker = ({ ers: settings, db }: ExchangeService): Speaker | null => {
  if (settings === null) return null
  const ers = openErs(settings)
  return {
    write: async ({ incomingId, says }: Answer) => {
      const { rows } = await raw<{ ubrn: string }>`
        select split_part(message_id, '/', 1) as ubrn from incoming_referral where id = ${incomingId}`.execute(
        db.sql,
      )
      const [found] = rows
      return found === undefined
        ? null
        : { ubrn: found.ubrn, outcome: says.outcome, reason: says.words ?? 'Declined' }
    },
    send: async ({ id, incomingId }, body): Promise<Outcome> => {
      const { ubrn, outcome, reason, begun } = partOf(body)
      try {
        const referral = await ers.current(textOf(ubrn) ?? '')
        // So that an attempt whose reply is lost is told from one that never got so far.
        await raw`update sender_answer set body = body || '{"begun": true}'::jsonb where id = ${id}`.execute(
          db.sql,
        )
        await raw`update incoming_referral set source_version = ${referral.version} where id = ${incomingId}`.execute(
          db.sql,
        )
        if (outcome === 'accepted') await ers.accept(referral)
        else await ers.reject(referral, textOf(reason) ?? 'Declined')
        return { as: 'sent' }
      } catch (error) {
        // An earlier attempt arrived, and its answer was lost.
        if (error instanceof NotOpen && begun === true) return { as: 'sent' }
        if (!(error instanceof ErsFailure)) throw error
        return { as: error.isPassing ? 'again' : 'refused', problem: error.message }
      }
    },
  }
}
