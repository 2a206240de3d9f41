import { useState } from 'react'
import { mailLetter, printedLetters, printLetters } from '../../../contract/care/letters/letter.ts'
import { ApiError, call } from '../../platform/calls/api.ts'
import { download } from '../../platform/calls/download.ts'
import { forgetAfterSave } from '../../platform/calls/queries.ts'
import { FailedState } from '../../platform/ui/FailedState.tsx'
import { toast } from '../../platform/ui/Toast.tsx'

/** Prints and e-mails signed letters, and keeps the error if that fails. */
export const useSending = () => {
  const [failure, setFailure] = useState<ApiError | null>(null)
  const attempt = async (work: () => Promise<unknown>, said: string): Promise<void> => {
    try {
      await work()
      setFailure(null)
      toast(said)
    } catch (caught) {
      if (!(caught instanceof ApiError)) throw caught
      setFailure(caught)
    }
    await forgetAfterSave()
  }
  return {
    problem: failure === null ? null : <FailedState error={failure} />,
    print: (ids: readonly number[]) =>
      attempt(
        async () => {
          const { id } = await call(printLetters, { ids: [...ids] })
          await download(printedLetters, { id })
        },
        ids.length === 1 ? 'Letter marked as printed' : `${ids.length} letters marked as printed`,
      ),
    mail: (id: number, pathwayId: number) =>
      attempt(() => call(mailLetter, { id, pathwayId }), 'The letter is on its way to the mail server'),
  }
}
