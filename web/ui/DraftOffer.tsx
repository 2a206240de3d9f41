import { Button } from 'nhsuk-react-components'
import { formatDateTime } from '../../contract/format.ts'

interface DraftOfferProps {
  savedAt: string
  isOutdated: boolean
  onBringBack: () => void
  onThrowAway: () => void
}

/** Offers what was typed into this form before and not saved. Nothing is filled in unasked. */
export const DraftOffer = ({ savedAt, isOutdated, onBringBack, onThrowAway }: DraftOfferProps) => (
  <div className="sf-draft" role="region" aria-label="Unsaved work">
    <p>
      On {formatDateTime(savedAt)} you typed here and did not save.
      {isOutdated && ' What is on record has changed since: please check before you save.'}
    </p>
    <div className="sf-actions">
      <Button secondary small type="button" onClick={onBringBack}>
        Bring it back
      </Button>
      <button type="button" className="sf-link" onClick={onThrowAway}>
        Throw it away
      </button>
    </div>
  </div>
)
