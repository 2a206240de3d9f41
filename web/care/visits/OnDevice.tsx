import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { endVisits } from '../../../contract/care/visits/visits.ts'
import { formatDateTime, instantOf } from '../../../contract/platform/words/format.ts'
import { ApiError, call } from '../../platform/calls/api.ts'
import { currentSession } from '../../platform/session/session.ts'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { useAttempt } from '../../platform/ui/useAttempt.tsx'
import { useConfirm } from '../../platform/ui/useConfirm.tsx'
import { WorkButton } from '../../platform/ui/WorkButton.tsx'
import { storedPack, type StoredPack } from './store/databases.ts'
import { contact } from './store/contact.ts'
import { removedSooner } from './store/endedWords.ts'
import { handedInState } from './store/handIn.ts'
import { destroyPack, packState } from './store/openPack.ts'

/** What is on this device, for anybody who asks: no name, because the list of names is encrypted too. */
export const OnDevice = () => {
  const state = packState.useValue((all) => all)
  const { left, refused } = handedInState.useValue((all) => all)
  const [stored, setStored] = useState<StoredPack | null>(null)
  const { ask, dialog } = useConfirm()
  const { problem, attempt } = useAttempt()
  useEffect(() => {
    void storedPack().then((found) => setStored(found ?? null))
  }, [state])
  const remove = async (): Promise<void> => {
    if (stored === null) return
    const isSure = await ask({
      title: 'Remove the visits from this device?',
      confirm: 'Remove',
      says: <p>What you typed is kept, and handed in when somebody signs in here.</p>,
    })
    if (!isSure) return
    await attempt(async () => {
      await destroyPack('done')
      if (currentSession() === null) return
      // Without a signal the service learns of it by the hour at which the visits end anyway.
      await call(endVisits, { id: stored.packId, why: 'done' }).catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error
      })
      await contact()
    })
  }
  return (
    <>
      <PageTitle>What is on this device</PageTitle>
      {problem}
      {stored === null ? (
        <p>No visits.</p>
      ) : (
        <>
          <p>
            {state.is === 'open'
              ? `${state.pack.visits.length} visits, encrypted, taken along as “${state.pack.device}”.`
              : 'Visits, encrypted and closed.'}{' '}
            They are removed at {formatDateTime(instantOf(stored.endsAt))}, {removedSooner}.
          </p>
          <p>
            <WorkButton work={remove}>Remove them now</WorkButton>
          </p>
        </>
      )}
      <p>
        {left === 0
          ? 'Nothing is to be handed in.'
          : `${left} ${left === 1 ? 'form is' : 'forms are'} to be handed in, sealed: only the service can read them.`}
        {refused > 0 &&
          ` ${refused} could not be handed in: the service does not know them. Ask a System Administrator before you clear this browser.`}
      </p>
      <p>
        The pages of the visits are kept too. They are the same for everybody, and have nothing of patients.
      </p>
      <p>
        <Link to="/visits">Back</Link>
      </p>
      {dialog}
    </>
  )
}
