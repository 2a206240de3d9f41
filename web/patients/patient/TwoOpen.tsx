import { Link } from '@tanstack/react-router'
import { formatDate } from '../../../contract/platform/words/format.ts'
import { stageTitles, type Stage } from '../../../contract/stages/stage.ts'
import { useMay } from '../../platform/session/session.ts'

interface OpenReferral {
  id: number
  referralDate: string | null
  stage: Stage
}

/**
 * For a person with more than one open referral, which a merge can leave: lists them and asks which is the duplicate.
 */
export const TwoOpen = ({
  patientId,
  referrals,
  shownId,
}: {
  patientId: number
  referrals: readonly OpenReferral[]
  /** The referral of the current page. */
  shownId?: number
}) => {
  const mayCancel = useMay('pathway.write')
  if (referrals.length < 2) return null
  return (
    <div className="sf-offer" role="note" aria-label="More than one open referral">
      <p>
        This person has {referrals.length} open referrals.{' '}
        {mayCancel && 'Is one of them a duplicate? Then cancel it.'}
      </p>
      <ul>
        {referrals.map(({ id, referralDate, stage }) => (
          <li key={id}>
            {id === shownId ? (
              `This one, of ${formatDate(referralDate)}`
            ) : (
              <Link to="/falls/pathway/view" search={{ id, patientId }}>
                Referral of {formatDate(referralDate)}
              </Link>
            )}
            : {stageTitles[stage]}.{' '}
            {mayCancel && (
              <Link
                to="/falls/pathway/cancel"
                search={{ id, patientId }}
                aria-label={`Cancel the referral of ${formatDate(referralDate)}`}
              >
                Cancel it
              </Link>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
