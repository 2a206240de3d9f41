import { useState, type ReactNode } from 'react'
import { ConfirmDialog } from './ConfirmDialog.tsx'

interface Question {
  title: string
  confirm: string
  says: ReactNode
}

/**
 * Asks a question in the middle of a save. `ask` waits for the answer; `dialog` is where the question is rendered. If
 * `work` is given, it runs on a yes and the question stays until it is done, so that a press meant for the question
 * does not reach the page behind it.
 */
export const useConfirm = () => {
  const [asked, setAsked] = useState<(Question & { yes: () => Promise<void>; no: () => void }) | null>(null)
  const ask = (question: Question, work?: () => Promise<unknown>): Promise<boolean> =>
    new Promise((resolve, reject) => {
      setAsked({
        ...question,
        yes: async () => {
          try {
            await work?.()
            resolve(true)
          } catch (error) {
            reject(error as Error)
          } finally {
            setAsked(null)
          }
        },
        no: () => {
          setAsked(null)
          resolve(false)
        },
      })
    })
  const dialog = asked !== null && (
    <ConfirmDialog title={asked.title} confirm={asked.confirm} onConfirm={asked.yes} onCancel={asked.no}>
      {asked.says}
    </ConfirmDialog>
  )
  return { ask, dialog }
}
