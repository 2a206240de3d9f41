import { mailLetter, printedLetters, printLetters } from '../../../contract/care/letters/letter.ts'
import { call } from '../../platform/calls/api.ts'
import { download } from '../../platform/calls/download.ts'
import { forgetAfterSave } from '../../platform/calls/queries.ts'
import { useAttempt } from '../../platform/ui/useAttempt.tsx'

/** Prints and e-mails signed letters, and keeps the error if that fails. */
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
  }
}
