import '../../platform/styles/frame.scss'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { formatTime } from '../../../contract/platform/words/format.ts'
import { forgetDrafts } from '../../platform/page/drafts.ts'
import { useSession } from '../../platform/session/session.ts'
import { Mark } from '../../platform/ui/Mark.tsx'
import { shownIn } from './address.ts'
import { HandedIn } from './handedIn/HandedIn.tsx'
import { OnDevice } from './OnDevice.tsx'
import { keepInContact, signal } from './store/contact.ts'
import { handedInState } from './store/handIn.ts'
import { packState } from './store/openPack.ts'
import { typedState } from './store/carry.ts'
import { TakeVisits } from './TakeVisits.tsx'
import { Unlock } from './Unlock.tsx'
import { useLocking } from './useLocking.ts'
import { forgetChecked, visitKey } from './visit/checked.ts'
import { VisitList } from './visit/VisitList.tsx'
import { VisitForm, VisitScreen } from './visit/VisitScreen.tsx'

/** Visits with or without a signal: outside the frame of the product, which needs a session. */
export const Visits = () => {
  const [client] = useState(
    () =>
      new QueryClient({
        defaultOptions: { queries: { networkMode: 'always', retry: false, staleTime: Infinity } },
      }),
  )
  useEffect(keepInContact, [])
  useEffect(() => void VisitForm.preload?.(), [])
  useLocking()
  return (
    <QueryClientProvider client={client}>
      <header className="sf-visits__head">
        <Link className="sf-visits__brand" to="/visits">
          <Mark /> Visits
        </Link>
        <Contact />
      </header>
      <main id="main" className="sf-main sf-visits" tabIndex={-1}>
        <Body />
      </main>
    </QueryClientProvider>
  )
}

const Body = () => {
  const state = packState.useValue((all) => all)
  const { show } = useSearch({ from: '/visits' })
  const shown = shownIn(show)
  const isOpen = state.is === 'open'
  useEffect(() => {
    if (!isOpen) return undefined
    // Who unlocks them, or takes others, begins at the door again, and is offered what is on the device (CS-58).
    return () => {
      forgetChecked()
      forgetDrafts()
    }
  }, [isOpen])
  if (state.is === 'reading') return <p role="status">Looking at what is on this device …</p>
  if (show === 'device') return <OnDevice />
  if (show === 'handedIn') return <HandedIn />
  if (state.is === 'none') return <TakeVisits why={state.why} />
  if (state.is === 'locked') return <Unlock stored={state.stored} />
  return shown === null || state.pack.visits[shown.visit] === undefined ? (
    <VisitList pack={state.pack} />
  ) : (
    <VisitScreen
      key={visitKey(state.pack, shown.visit)}
      open={state}
      number={shown.visit}
      form={shown.form}
      record={shown.record}
    />
  )
}

/** Whether there is a signal, and what is still to be handed in. Always in words. */
const Contact = () => {
  const isThere = signal.useValue((all) => all)
  const { left, refused, waits } = handedInState.useValue((all) => all)
  const { at, isFailing, isBehind } = typedState.useValue((all) => all)
  const isSignedIn = useSession() !== null
  return (
    <p className="sf-visits__signal" role="status">
      {isThere === 'no' ? 'No signal' : isThere === 'yes' ? 'Signal' : 'Looking for a signal'}
      {left > 0 && ` · ${left} to hand in`}
      {refused > 0 && ` · ${refused} not accepted`}
      {waits > 0 && ` · ${waits} handed in and waiting for you`}
      {isFailing
        ? ' · This device is full'
        : isBehind
          ? ' · The last words are not kept yet'
          : at !== null && ` · Kept here at ${formatTime(at)}`}
      {isThere === 'yes' && !isSignedIn && (
        <>
          {' · '}
          <Link to="/login" search={{ redirect: '/visits' }}>
            Sign in
          </Link>
        </>
      )}
    </p>
  )
}
