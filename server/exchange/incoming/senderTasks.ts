import type { TaskList } from 'graphile-worker'
import type { Source } from '../../../contract/exchange/incoming/source.ts'
import type { ExchangeService } from '../settings/settings.ts'
import { sendDue, type Speaker } from './answers/send.ts'
import { sendAnswers } from './answers/tellSender.ts'
import { queueOutcomes } from './bars/answer/outcomes.ts'
import { barsSpeaker } from './bars/answer/speak.ts'
import { ersSpeaker } from './ers/speak.ts'

/** Tells senders what was decided and what came of it. */
export const answerTasks = (service: ExchangeService, version: string): TaskList => {
  const speakers: Partial<Record<Source, Speaker | null>> = {
    bars: barsSpeaker(service, version),
    ers: ersSpeaker(service),
  }
  return {
    [sendAnswers.name]: async () => {
      await sendDue(service.db.sql, service.clock, (source) => speakers[source] ?? null)
    },
    queueOutcomes: async () => {
      await queueOutcomes(service.db.sql)
    },
  }
}
