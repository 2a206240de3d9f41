import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ApiError } from '../calls/api.ts'
import { FailedState } from './FailedState.tsx'
import { PageTitle } from './PageTitle.tsx'

interface FailedScreenProps {
  error: unknown
  reset?: () => void
  /** A nearer way on than the home screen, and what else is to be said. */
  children?: ReactNode
}

const isMissing = (error: unknown): boolean => error instanceof ApiError && error.status === 404

/** In place of a whole screen: what went wrong, and a way on. */
export const FailedScreen = ({ error, reset, children }: FailedScreenProps) => (
  <>
    <PageTitle>{isMissing(error) ? 'Not found' : 'This page cannot be shown'}</PageTitle>
    <FailedState error={error} {...(reset !== undefined && { reset })} />
    {children}
    <p>
      <Link to="/falls">Go to the home screen</Link>
    </p>
  </>
)

/** In place of a screen whose address names what is not there, or is not for this person. @param children a nearer way on */
export const NotFoundScreen = ({ children }: { children?: ReactNode }) => (
  <FailedScreen error={new ApiError(404, 'Not found')}>{children}</FailedScreen>
)
