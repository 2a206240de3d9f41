import { SignInAgain } from '../../accounts/signIn/SignInAgain.tsx'
import { ReasonBeforeSave } from '../../patients/frames/RestrictedRecord.tsx'
import { useIsPaused } from '../../platform/session/session.ts'

/** What covers the page until its user has answered: signing in again, or the reason for a save. */
export const Interruptions = () => (useIsPaused() ? <SignInAgain /> : <ReasonBeforeSave />)
