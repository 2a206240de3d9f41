import { Button } from 'nhsuk-react-components'
import { useEffect, useState } from 'react'
import { formatTime, instantOf } from '../../../contract/platform/words/format.ts'
import { idleMinutes } from '../../../contract/accounts/session.ts'
import { ApiError } from '../../platform/calls/apiError.ts'
import { signOut } from '../../accounts/signIn/signOut.ts'
import { renewSession } from '../../platform/calls/renewal.ts'
import { currentSession, forgetSession, leaveSession } from '../../platform/session/session.ts'
import { useModal } from '../../platform/ui/useModal.ts'
import { hasUnsavedWork } from '../../platform/session/unsaved.ts'
import { lastActivity, lastActivityElsewhere, noteActivity } from './activity.ts'

const minute = 60_000
const idleMs = idleMinutes * minute
/** How long before the end the warning appears (AU-16). */
const warningMs = 2 * minute
const checkMs = 5_000

const renewOrEnd = async (): Promise<void> => {
  if (!(await renewSession())) forgetSession('expiry')
}

/**
 * Whether the user has been active with the current token pair and half of its lifetime has passed. The session must
 * not end while somebody fills in a long form.
 */
const isWorthRenewing = (now: number): boolean => {
  const session = currentSession()
  if (session === null || lastActivity() < session.issuedAt) return false
  return now - session.issuedAt > session.tokens.expires_in * 500
}

/** Renews the session of an active user, and warns before an idle session ends. */
export const IdleWarning = () => {
  const [endsAt, setEndsAt] = useState<number | null>(null)
  const dialog = useModal(endsAt !== null)

  useEffect(() => {
    const check = () => {
      const now = Date.now()
      const end = endsAt ?? lastActivity() + idleMs
      // The user is active, or pressed the button, in another tab.
      if (endsAt !== null && lastActivityElsewhere() > endsAt - warningMs) setEndsAt(null)
      else if (now >= end) leaveSession('expiry')
      else if (endsAt === null && now >= end - warningMs) setEndsAt(end)
      else if (endsAt === null && isWorthRenewing(now)) void renewOrEnd().catch(keepForNow)
    }
    const timer = setInterval(check, checkMs)
    return () => clearInterval(timer)
  }, [endsAt])

  if (endsAt === null) return null
  const stay = () => {
    noteActivity()
    setEndsAt(null)
    void renewOrEnd().catch(keepForNow)
  }
  return (
    <dialog
      ref={dialog}
      className="sf-dialog"
      aria-labelledby="idle-title"
      aria-describedby="idle-text"
      role="alertdialog"
      onCancel={stay}
    >
      <h2 className="nhsuk-heading-m" id="idle-title">
        Are you still there?
      </h2>
      <p id="idle-text">
        You will be signed out at {formatTime(instantOf(endsAt))}.
        {hasUnsavedWork() &&
          ' What you typed and did not save is kept for you on this page for half an hour.'}
      </p>
      <div className="sf-actions">
        <Button type="button" onClick={stay}>
          Stay signed in
        </Button>
        <Button secondary type="button" onClick={() => void signOut()}>
          Sign out
        </Button>
      </div>
    </dialog>
  )
}

/** Without a connection the session stays; the next check or call tries again. */
const keepForNow = (error: unknown): void => {
  if (!(error instanceof ApiError)) throw error
}
