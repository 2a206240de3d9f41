import {
  letterNotNeeded,
  mailLetter,
  printedLetters,
  printLetters,
  sendLetter,
} from '../../../../contract/care/letters/letter.ts'
import type { OutsideWay } from '../../../../contract/care/letters/ways.ts'
import { call } from '../../../platform/calls/api.ts'
import { download } from '../../../platform/calls/download.ts'
import { forgetAfterSave } from '../../../platform/calls/queries.ts'
import { useAttempt } from '../../../platform/ui/useAttempt.tsx'

/** Sends signed letters in each way, and keeps the error if that fails. */
export const useSending = () => {
  const { problem, attempt } = useAttempt()
  const send = async (work: () => Promise<unknown>, said: string): Promise<void> => {
    await attempt(work, said)
    await forgetAfterSave()
  }
  return {
    problem,
    print: (ids: readonly number[]) =>
      send(
        async () => {
          const { id } = await call(printLetters, { ids: [...ids] })
          await download(printedLetters, { id })
        },
        ids.length === 1 ? 'Letter marked as printed' : `${ids.length} letters marked as printed`,
      ),
    mail: (id: number, pathwayId: number) =>
      send(() => call(mailLetter, { id, pathwayId }), 'The letter is on its way to the mail server'),
    sendOutside: (id: number, pathwayId: number, way: OutsideWay) =>
      send(() => call(sendLetter, { id, pathwayId, way }), 'The letter will be sent now'),
    giveUp: (id: number, pathwayId: number, reason: string) =>
      send(
        () => call(letterNotNeeded, { id, pathwayId, reason }),
        'Noted that this letter is no longer needed',
      ),
  }
}
