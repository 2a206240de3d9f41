import { useEffect } from 'react'
import { readAllAgain } from '../../platform/calls/changes.ts'
import { queryClient } from '../../platform/calls/queryClient.ts'
import { abandonPage, useSession } from '../../platform/session/session.ts'
import { useModal } from '../../platform/ui/useModal.ts'
import { PasskeySignIn } from './PasskeySignIn.tsx'
import { SignInForm } from './SignInForm.tsx'

/** How long an unattended page is kept. Then it is cleared like any other. */
const keptForMs = 30 * 60_000

/** Reads again what failed while the session was over, and what others saved meanwhile. */
const readAgain = (): Promise<void> => {
  readAllAgain()
  return queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
}

/**
 * Covers the page if the session ended with unsaved input. Its owner signs in and continues where they were (AU-16).
 * The page itself is hidden meanwhile.
 */
export const SignInAgain = () => {
  const dialog = useModal()
  const user = useSession()?.profile?.user

  useEffect(() => {
    const timer = setTimeout(abandonPage, keptForMs)
    return () => clearTimeout(timer)
  }, [])

  return (
    <dialog
      ref={dialog}
      className="sf-dialog"
      aria-labelledby="again-title"
      onCancel={(event) => event.preventDefault()}
    >
      <h2 className="nhsuk-heading-m" id="again-title">
        Your session has ended
      </h2>
      <p>What you typed is still here. Sign in as {user?.displayName} to go on.</p>
      <SignInForm userName={user?.userName ?? ''} onDone={readAgain} />
      <PasskeySignIn onDone={readAgain} />
      <button type="button" className="sf-link" onClick={abandonPage}>
        Leave without saving
      </button>
    </dialog>
  )
}
