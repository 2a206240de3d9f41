import '../../platform/styles/frame.scss'
import '../handInLater.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { Suspense, useDeferredValue, useEffect, useRef, type MouseEvent } from 'react'
import { inventedWords } from '../../../contract/platform/calls/demonstration.ts'
import { followWhileSeen } from '../../platform/calls/changes.ts'
import { canAskReason, useReasonAsked } from '../../platform/calls/reasonAsking.ts'
import { queryClient } from '../../platform/calls/queryClient.ts'
import { abandonPage, lastEnding, useIsPaused, useMay, useSession } from '../../platform/session/session.ts'
import { usePaperMargins } from '../../platform/ui/paper.ts'
import { Head } from './Head.tsx'
import { IdleWarning } from './IdleWarning.tsx'
import { ListTabs } from './ListTabs.tsx'
import { isOpening, useIsOpening } from '../../platform/ui/opening.ts'
import { lazy, usePreload } from '../../platform/ui/lazyScreen.tsx'
import { RoleGate } from './RoleGate.tsx'
import { useShownPath } from './shownPath.ts'

const Interruptions = lazy('Interruptions', () => import('./Interruptions.tsx'))

/** The header, the menus and the place for a screen. Goes to the sign-in page when the session ends. */
export const Shell = () => {
  const { state } = useRouter()
  // The first page is rendered in slices, so that a slow phone responds in between. Later navigations keep the previous
  // page, such as sign-in, until this one replaces it. If the address names a part of the page, the page is rendered at
  // once, so that the part is there.
  const isShown = useDeferredValue(true, state.resolvedLocation !== undefined || state.location.hash !== '')
  return (
    isShown && (
      <QueryClientProvider client={queryClient}>
        <Frame />
      </QueryClientProvider>
    )
  )
}

const Frame = () => {
  const session = useSession()
  const site = useRouter()
  const main = useRef<HTMLElement>(null)
  const path = useShownPath()
  const isLeaving = useIsOpening()
  const isSignedIn = session !== null
  const isPaused = useIsPaused()
  const reasonAsked = useReasonAsked()
  usePaperMargins(
    session?.profile?.user.displayName ?? '',
    session?.profile?.settings.demonstration === true ? inventedWords : '',
    isPaused,
  )

  usePreload(Interruptions)
  useEffect(() => (isPaused ? undefined : canAskReason()), [isPaused])

  // Leaving this frame discards the page that was kept for a paused session.
  useEffect(() => abandonPage, [])

  useEffect(() => {
    if (isSignedIn) return
    // A user who signs out is finished; only an interrupted user returns to this page.
    const search = lastEnding()?.how !== 'expiry' ? {} : { redirect: site.state.location.href }
    void site.navigate({ to: '/login', search, replace: true })
  }, [isSignedIn, site])

  const mayFollow = useMay('workList.read') && isSignedIn && !isPaused && session.profile?.owes == null
  const roleId = session?.currentRoleId
  const userId = session?.profile?.user.id
  useEffect(() => (mayFollow ? followWhileSeen() : undefined), [mayFollow, roleId, userId])

  const isFirst = useRef(true)
  useEffect(() => {
    // A new screen is announced, and the keyboard starts at its top. The first screen keeps the browser's focus.
    if (!isFirst.current && !main.current?.contains(document.activeElement))
      main.current?.focus({ preventScroll: true })
    isFirst.current = false
  }, [path])

  // A screen that is being left ignores further clicks, such as one on the next patient's row. The menus above it still
  // work, so that a user who waits too long can go elsewhere.
  const refuseWhileLeaving = (event: MouseEvent): void => {
    if (!isOpening(site.state)) return
    event.preventDefault()
    event.stopPropagation()
  }

  if (session === null) return null
  // Until a pending password change or second step is completed, nothing else opens (AU-11, AU-12).
  const isFree = session.profile?.owes == null
  const isInvented = session.profile?.settings.demonstration === true
  return (
    <>
      {/* Comes before the page, because fields of the page may have the same names. */}
      {(isPaused || reasonAsked !== null) && (
        <Suspense>
          <Interruptions />
        </Suspense>
      )}
      {/* While the session is paused, the page is kept for its user but hidden. */}
      <div className="sf-frame" hidden={isPaused}>
        <a
          className="nhsuk-skip-link"
          href="#main"
          onClick={(event) => {
            // Changing the address would ask whether to leave unsaved work.
            event.preventDefault()
            main.current?.focus()
          }}
        >
          Skip to main content
        </a>
        <Head isFree={isFree} />
        {isFree && <ListTabs path={path} />}
        {isInvented && (
          <aside className="sf-invented" aria-label="Demonstration">
            {inventedWords} Do not enter real ones.
          </aside>
        )}
        {/* The key gives another role new screens, so that no state is left over. */}
        <main
          id="main"
          className="sf-main"
          ref={main}
          tabIndex={-1}
          key={session.currentRoleId}
          aria-busy={isLeaving}
          onClickCapture={refuseWhileLeaving}
        >
          <RoleGate />
        </main>
        <footer className="sf-footer">
          <p>Surefoot records and displays. It is not a medical device and predicts nothing.</p>
          <p>
            <Link to="/falls/help">Help</Link> · <Link to="/accessibility">Accessibility</Link> ·{' '}
            <Link to="/privacy">Privacy</Link>
          </p>
        </footer>
      </div>
      {!isPaused && <IdleWarning />}
    </>
  )
}
