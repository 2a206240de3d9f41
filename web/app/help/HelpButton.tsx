import { useState, type ComponentType } from 'react'
import { toast } from '../../platform/ui/Toast.tsx'

type Dialog = ComponentType<{ onClose: () => void }>

/** Opens help with the present screen. The text is loaded when somebody asks for it; without a network the screen stays. */
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
