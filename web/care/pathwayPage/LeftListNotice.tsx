import { useDeferredValue } from 'react'
import { stageTitles } from '../../../contract/stages/stage.ts'
import { Sentence } from '../../platform/ui/Sentence.tsx'
import { useOpenedFrom } from '../../patients/frames/openedFrom.ts'
import { useShown } from '../../patients/frames/PathwayFrame.tsx'
import { usePatientName } from './usePatientName.ts'

/**
 * Tells the user that the list from which they opened the patient is out of date: the patient is no longer on it
 * (CS-8).
 */
export const LeftListNotice = () => {
  const { view, readAt } = useShown()
  const list = useOpenedFrom()
  const name = usePatientName()
  // A cached view from before the list was read is older than the list.
  const isKnown = list !== undefined && view !== null && readAt > list.readAt
  const hasMoved = isKnown && !(view.stage.open && view.stage.stage === list.stage)
  const now = hasMoved && (view.stage.open ? `Now: ${stageTitles[view.stage.stage]}.` : view.stage.reason)
  // Screen readers reliably announce only text that is added to an existing live region.
  const says = hasMoved ? `${name} is no longer in ${stageTitles[list.stage]}. ${now}` : ''
  const isSpoken = useDeferredValue(true, false)
  return (
    <div role="status">
      {says !== '' && (
        // Takes up its space from the start, so that nothing below moves.
        <p className="sf-moved" style={{ visibility: isSpoken ? 'visible' : 'hidden' }}>
          <Sentence>{says}</Sentence>
        </p>
      )}
    </div>
  )
}
