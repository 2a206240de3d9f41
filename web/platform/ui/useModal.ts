import { useLayoutEffect, useRef } from 'react'

/**
 * Shows a dialog over the page while its component is mounted, and returns the focus when it goes: to the element that
 * had it before, or to the page if that element is gone. It is a layout effect because the browser returns the focus
 * only if the dialog is closed while it is still in the page.
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
      // Runs once the page is rendered without the dialog: the pressed element may have gone with it, or another screen
      // may be shown.
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
