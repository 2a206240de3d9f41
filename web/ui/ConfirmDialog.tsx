import { Button } from 'nhsuk-react-components'
import { useEffect, useRef, type ReactNode } from 'react'

interface ConfirmDialogProps {
  title: string
  confirm: string
  onConfirm: () => void
  onCancel: () => void
  children: ReactNode
}

/**
 * Asks before something that matters; the browser's own dialog keeps focus inside and gives it back. It begins on the way
 * back, so that one Enter too many does nothing.
 */
export const ConfirmDialog = ({ title, confirm, onConfirm, onCancel, children }: ConfirmDialogProps) => {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    shown?.querySelector<HTMLElement>('.sf-actions button:last-child')?.focus()
    return () => shown?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className="sf-dialog"
      aria-labelledby="dialog-title"
      aria-describedby="dialog-text"
      onCancel={onCancel}
    >
      <h2 className="nhsuk-heading-m" id="dialog-title">
        {title}
      </h2>
      <div id="dialog-text">{children}</div>
      <div className="sf-actions">
        <Button warning type="button" onClick={onConfirm}>
          {confirm}
        </Button>
        <Button secondary type="button" onClick={onCancel}>
          Go back
        </Button>
      </div>
    </dialog>
  )
}
