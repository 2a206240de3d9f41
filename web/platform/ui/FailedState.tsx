import { Link } from '@tanstack/react-router'
import { ApiError, SessionEnded } from '../calls/apiError.ts'
import { useIsPaused } from '../session/session.ts'

const sentenceFor = (error: unknown, isSignedInAgain: boolean): string => {
  if (!(error instanceof ApiError) || error.message === '') return 'This page could not be shown.'
  if (error instanceof SessionEnded && isSignedInAgain)
    return 'This was not done, because your session had ended. You have signed in again: try it once more.'
  return error.status === 404 ? 'This record is not there, or you may not see it.' : error.message
}

/** Says what went wrong in one sentence, and how to continue. */
export const FailedState = ({ error, reset }: { error: unknown; reset?: () => void }) => {
  const isPaused = useIsPaused()
  const restricted = error instanceof ApiError ? error.problem?.restricted : undefined
  return (
    <div className="sf-state sf-state--failed" role="alert">
      <p>{sentenceFor(error, !isPaused)}</p>
      {restricted !== undefined && (
        <p>
          <Link to="/falls/patient/view" search={{ id: restricted.patientId }}>
            Say why, and open the record
          </Link>
        </p>
      )}
      {reset !== undefined && !(error instanceof ApiError && error.status === 404) && (
        // The library's own button loads a script when it is first rendered, and throws when there is no connection.
        <button type="button" className="nhsuk-button nhsuk-button--secondary" onClick={reset}>
          Try again
        </button>
      )}
    </div>
  )
}
