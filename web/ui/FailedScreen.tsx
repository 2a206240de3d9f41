import { Link } from '@tanstack/react-router'
import { FailedState } from './FailedState.tsx'
import { PageTitle } from './PageTitle.tsx'

/** In place of a whole screen: what went wrong, and a way on. */
export const FailedScreen = (props: { error: unknown; reset?: () => void }) => (
  <>
    <PageTitle>This page cannot be shown</PageTitle>
    <FailedState {...props} />
    <p>
      <Link to="/falls">Go to the home screen</Link>
    </p>
  </>
)
