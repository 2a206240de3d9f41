import { useLayoutEffect, useRef } from 'react'

/**
 * Shows a dialog over the page while its component is there, and gives the focus back when it goes: to what had it before, or
 * to the page where that is gone. A layout effect, because the browser gives back the focus only of a dialog that is closed
 * while it is still in the page.
 */
export const useModal = (isShown = true) => {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    if (!isShown) return
    const shown = dialog.current
    const before = document.activeElement
    shown?.showModal()
    return () => {
      shown?.close()
      // Once the page is drawn without the dialog: what was pressed may be gone with it, or another screen be there.
      requestAnimationFrame(() => {
        if (document.activeElement !== null && document.activeElement !== document.body) return
        if (before instanceof HTMLElement && before !== document.body) before.focus()
        if (document.activeElement === document.body)
          document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
      })
    }
  }, [isShown])
  return dialog
}
