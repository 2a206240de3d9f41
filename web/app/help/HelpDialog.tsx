import { useMatches } from '@tanstack/react-router'
import { Button } from 'nhsuk-react-components'
import { useLayoutEffect } from 'react'
import { useModal } from '../../platform/ui/useModal.ts'
import { TopicText } from './topics/TopicText.tsx'
import { helpForScreen } from './topics/topics.ts'

/** Help for the current screen, in a dialog over it, so that the user does not leave unsaved input. */
export const HelpDialog = ({ onClose }: { onClose: () => void }) => {
  const dialog = useModal()
  const screen = useMatches({ select: (matches) => matches.at(-1)?.fullPath ?? '' })
  const topic = helpForScreen(screen.length > 1 ? screen.replace(/\/$/, '') : screen)
  useLayoutEffect(() => {
    dialog.current?.querySelector('button')?.focus()
  }, [dialog])
  return (
    <dialog ref={dialog} className="sf-dialog sf-help" aria-labelledby="help-title" onCancel={onClose}>
      <h2 className="nhsuk-heading-m" id="help-title">
        {topic?.title ?? 'Help'}
      </h2>
      {topic !== undefined && <TopicText {...topic} />}
      <p>
        <a href="/falls/help" target="_blank" rel="noreferrer">
          All help and keyboard shortcuts (opens in a new tab)
        </a>
      </p>
      <div className="sf-actions">
        <Button secondary type="button" onClick={onClose}>
          Close
        </Button>
      </div>
    </dialog>
  )
}
