import { useState, type ReactNode } from 'react'
import { ConfirmDialog } from './ConfirmDialog.tsx'

interface Question {
  title: string
  confirm: string
  says: ReactNode
}

/** Asks in the middle of a save: `ask` waits for the answer, `dialog` is where the question is drawn. */
export const useConfirm = () => {
  const [asked, setAsked] = useState<(Question & { answer: (isSure: boolean) => void }) | null>(null)
  const ask = (question: Question): Promise<boolean> =>
    new Promise((resolve) => {
      setAsked({
        ...question,
        answer: (isSure) => {
          setAsked(null)
          resolve(isSure)
        },
      })
    })
  const dialog = asked !== null && (
    <ConfirmDialog
      title={asked.title}
      confirm={asked.confirm}
      onConfirm={() => asked.answer(true)}
      onCancel={() => asked.answer(false)}
    >
      {asked.says}
    </ConfirmDialog>
  )
  return { ask, dialog }
}
