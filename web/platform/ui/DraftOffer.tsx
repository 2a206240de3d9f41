import { Button } from 'nhsuk-react-components'
import { flushSync } from 'react-dom'
import { formatDateTime } from '../../../contract/platform/words/format.ts'
import type { DraftOffered } from './useFormDraft.ts'

interface DraftOfferProps {
  offered: DraftOffered
  /** The position of this offer among several, from 1. */
  number: number
  /** Called once the offer has gone, together with the button that had the focus. */
  onAnswered: () => void
}

/** Offers what was typed into this form earlier and not saved. Nothing is filled in unless the user asks. */
export const DraftOffer = ({ offered, number, onAnswered }: DraftOfferProps) => {
  const answer = (act: () => void): void => {
    flushSync(act)
    onAnswered()
  }
  return (
    <div
      className="sf-draft"
      role="region"
      aria-label={number === 1 ? 'Unsaved work' : `Unsaved work, ${number}`}
    >
      <p>
        On {formatDateTime(offered.savedAt)} you typed here and did not save.
        {offered.isOutdated && ' The stored record has changed since: please check before you save.'}
      </p>
      <div className="sf-actions">
        <Button secondary small type="button" onClick={() => answer(offered.bringBack)}>
          Bring it back
        </Button>
        <button type="button" className="sf-link" onClick={() => answer(offered.throwAway)}>
          Throw it away
        </button>
      </div>
    </div>
  )
}
