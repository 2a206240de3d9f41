import { Button } from 'nhsuk-react-components'
import { ApiError } from '../api.ts'

/** What went wrong, in a sentence, and a way on. */
export const FailedState = ({ error, reset }: { error: unknown; reset?: () => void }) => {
  const sentence =
    error instanceof ApiError && error.message !== ''
      ? error.status === 404
        ? 'This record is not there, or you may not see it.'
        : error.message
      : 'This page could not be shown.'
  return (
    <div className="sf-state sf-state--failed" role="alert">
      <p>{sentence}</p>
      {reset !== undefined && !(error instanceof ApiError && error.status === 404) && (
        <Button secondary type="button" onClick={reset}>
          Try again
        </Button>
      )}
    </div>
  )
}
