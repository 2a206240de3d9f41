import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { safeRedirect } from '../../platform/calls/redirect.ts'
import { currentSession, lastEnding } from '../../platform/session/session.ts'

/** Where somebody goes who has signed in on the sign-in page. */
export const useGoOn = (): (() => Promise<void>) => {
  const navigate = useNavigate()
  const [ended] = useState(lastEnding)
  const { redirect } = useSearch({ from: '/login' })
  return async () => {
    // Where one person was interrupted does not concern the next. Before anybody was known here, nobody was interrupted.
    const interrupted = ended?.userId ?? null
    const isSomebodyElse = interrupted !== null && interrupted !== currentSession()?.profile?.user.id
    await navigate({ href: (isSomebodyElse ? null : safeRedirect(redirect)) ?? '/falls', replace: true })
  }
}
