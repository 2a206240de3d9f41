import { Button } from 'nhsuk-react-components'
import { useLayoutEffect, type ReactNode } from 'react'
import { BusyWords } from './BusyWords.tsx'
import { useModal } from './useModal.ts'
import { useOneAtATime } from './useOneAtATime.ts'

interface ConfirmDialogProps {
  title: string
  confirm: string
  /** The dialog stays open and ignores further presses until this is done. */
  onConfirm: () => void | Promise<void>
  onCancel: () => void
  children: ReactNode
}

/**
 * Asks before an important action; the browser's own dialog keeps the focus inside. The focus starts on the button that
 * goes back, so that an extra press of Enter does nothing.
 */
export const ConfirmDialog = ({ title, confirm, onConfirm, onCancel, children }: ConfirmDialogProps) => {
  const dialog = useModal()
  const { isBusy, run } = useOneAtATime()
  useLayoutEffect(() => {
    dialog.current?.querySelector<HTMLElement>('.sf-actions button:last-child')?.focus()
  }, [dialog])
  return (
    <dialog
      ref={dialog}
      className="sf-dialog"
      aria-labelledby="dialog-title"
      aria-describedby="dialog-text"
      onCancel={(event) => {
        if (isBusy) event.preventDefault()
        else onCancel()
      }}
    >
      <h2 className="nhsuk-heading-m" id="dialog-title">
        {title}
      </h2>
      <div id="dialog-text">{children}</div>
      <div className="sf-actions">
        <Button warning type="button" aria-disabled={isBusy} onClick={() => void run(onConfirm)}>
          <BusyWords isBusy={isBusy}>{confirm}</BusyWords>
        </Button>
        <Button
          secondary
          type="button"
          aria-disabled={isBusy}
          onClick={() => {
            if (!isBusy) onCancel()
          }}
        >
          Go back
        </Button>
      </div>
    </dialog>
  )
}
