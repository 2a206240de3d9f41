import { useState, type ReactNode } from 'react'
import { recordKinds, type RecordKindName } from '../../../contract/pathways/records/kinds.ts'
import { ConfirmDialog } from '../../platform/ui/ConfirmDialog.tsx'
import { inSentence } from './inSentence.ts'
import { useAttempt } from '../../platform/ui/useAttempt.tsx'

interface DeletingProps {
  kind: RecordKindName
  /** The record in a few words, for the confirmation before it is deleted. */
  about: string
  patientName: string
  /** What else the deletion does. */
  warning?: string | undefined
  /** Deletes it and leaves the screen. An ApiError that it throws is shown. */
  remove: () => Promise<void>
}

/**
 * The button that deletes a record, the confirmation dialog, and the reason for a refusal. The form places each of
 * them.
 */
export const useDeleting = ({
  kind,
  about,
  patientName,
  warning,
  remove,
}: DeletingProps): { button: ReactNode; dialog: ReactNode; problem: ReactNode } => {
  const [isAsked, setAsked] = useState(false)
  const { problem, attempt } = useAttempt()
  const what = inSentence(recordKinds[kind].title)
  const removeNow = async (): Promise<void> => {
    if (!(await attempt(remove))) setAsked(false)
  }
  return {
    problem,
    button: (
      <button type="button" className="sf-delete" onClick={() => setAsked(true)}>
        Delete this {what}
      </button>
    ),
    dialog: isAsked && (
      <ConfirmDialog
        title={`Delete this ${what}?`}
        confirm="Yes, delete it"
        onCancel={() => setAsked(false)}
        onConfirm={removeNow}
      >
        <p>
          {about}, of {patientName}.
        </p>
        {warning !== undefined && <p>{warning}</p>}
      </ConfirmDialog>
    ),
  }
}
