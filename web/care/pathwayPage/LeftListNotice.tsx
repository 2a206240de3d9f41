import { useDeferredValue } from 'react'
import { stageTitles } from '../../../contract/stages/stage.ts'
import { Sentence } from '../../platform/ui/Sentence.tsx'
import { useOpenedFrom } from '../../patients/frames/openedFrom.ts'
import { useShown } from '../../patients/frames/PathwayFrame.tsx'
import { usePatientName } from './usePatientName.ts'

/** Says that the list on which View was pressed is out of date: the patient is elsewhere by now (CS-8). */
export const LeftListNotice = () => {
  const { view, readAt } = useShown()
  const list = useOpenedFrom()
  const name = usePatientName()
  // What was kept from before the list was read knows less than the list.
  const isKnown = list !== undefined && view !== null && readAt > list.readAt
  const hasMoved = isKnown && !(view.stage.open && view.stage.stage === list.stage)
  const now = hasMoved && (view.stage.open ? `Now: ${stageTitles[view.stage.stage]}.` : view.stage.reason)
  // Only what comes into a region that is there already is sure to be spoken.
  const says = hasMoved ? `${name} is no longer in ${stageTitles[list.stage]}. ${now}` : ''
  const isSpoken = useDeferredValue(true, false)
  return (
    <div role="status">
      {says !== '' && (
        // Its room is there from the first, so that nothing below moves for it.
        <p className="sf-moved" style={{ visibility: isSpoken ? 'visible' : 'hidden' }}>
          <Sentence>{says}</Sentence>
        </p>
      )}
    </div>
  )
}
