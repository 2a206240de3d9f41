import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ApiError } from '../calls/api.ts'
import { FailedState } from './FailedState.tsx'
import { PageTitle } from './PageTitle.tsx'

interface FailedScreenProps {
  error: unknown
  reset?: () => void
  /** A closer place to continue than the home screen, and any further text. */
  children?: ReactNode
}

const isMissing = (error: unknown): boolean => error instanceof ApiError && error.status === 404

/** Replaces a whole screen: says what went wrong and how to continue. */
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

/**
 * Replaces a screen whose address names something that does not exist or is not for this user.
 * @param children a closer place to continue
 */
export const NotFoundScreen = ({ children }: { children?: ReactNode }) => (
  <FailedScreen error={new ApiError(404, 'Not found')}>{children}</FailedScreen>
)
