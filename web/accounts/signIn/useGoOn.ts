import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { safeRedirect } from '../../platform/calls/redirect.ts'
import { currentSession, lastEnding } from '../../platform/session/session.ts'

/** Where a user goes after the sign-in page. */
export const useGoOn = (): (() => Promise<void>) => {
  const navigate = useNavigate()
  const [ended] = useState(lastEnding)
  const { redirect } = useSearch({ from: '/login' })
  return async () => {
    // The page on which one user was interrupted does not concern another. If no user was known here, nobody was
    // interrupted.
    const interrupted = ended?.userId ?? null
    const isSomebodyElse = interrupted !== null && interrupted !== currentSession()?.profile?.user.id
    await navigate({ href: (isSomebodyElse ? null : safeRedirect(redirect)) ?? '/falls', replace: true })
  }
}
