import { useState, type ComponentType } from 'react'
import { toast } from '../../platform/ui/Toast.tsx'

type Dialog = ComponentType<{ onClose: () => void }>

/** Opens help for the current screen. The text is loaded on demand; if loading fails, the screen stays as it is. */
export const HelpButton = () => {
  const [opened, setOpened] = useState<{ Dialog: Dialog } | null>(null)
  const open = async (): Promise<void> => {
    const loaded = await import('./HelpDialog.tsx').catch(() => null)
    if (loaded === null) toast('Help could not be loaded. Check your connection and try again.')
    else setOpened({ Dialog: loaded.HelpDialog })
  }
  return (
    <>
      <button type="button" className="sf-help__button" onClick={() => void open()}>
        Help
      </button>
      {opened !== null && <opened.Dialog onClose={() => setOpened(null)} />}
    </>
  )
}
