import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { QuickSearch } from '../../patients/search/QuickSearch.tsx'
import { useMay, useSession } from '../../platform/session/session.ts'
import { Mark } from '../../platform/ui/Mark.tsx'
import { HelpButton } from '../help/HelpButton.tsx'
import { Account } from './Account.tsx'
import { Navigation } from './Navigation.tsx'
import { useShownPath } from './shownPath.ts'

type Part = 'menu' | 'search'

const ids: Record<Part, string> = { menu: 'main-menu', search: 'quick-search' }

/**
 * The head of every screen. On a phone it is one bar (decision 166): menu and search are behind buttons, one at a time,
 * and close by Escape, by a press elsewhere, or when the focus leaves them. On larger screens both are always there and
 * the style sheet hides the buttons.
 * @param isFree whether the user may open anything yet
 */
export const Head = ({ isFree }: { isFree: boolean }) => {
  const [opened, setOpened] = useState<Part | null>(null)
  const buttons = useRef<Partial<Record<Part, HTMLButtonElement | null>>>({})
  const maySearch = useMay('patient.search')

  // The menu stays until the next screen is there: a second tap must not meet what lies under it.
  const path = useShownPath()
  const [openedOn, setOpenedOn] = useState(path)
  if (openedOn !== path) {
    setOpenedOn(path)
    setOpened(null)
  }

  useEffect(() => {
    if (opened === null) return
    const part = document.getElementById(ids[opened])
    const button = buttons.current[opened]
    // The search moves the focus itself: it may also be opened by a key.
    if (opened === 'menu') part?.querySelector('a')?.focus()
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Node && part?.contains(target) !== true && button?.contains(target) !== true)
        setOpened(null)
    }
    const closeByEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpened(null)
      button?.focus()
    }
    document.addEventListener('pointerdown', closeOutside)
    document.addEventListener('focusin', closeOutside)
    document.addEventListener('keydown', closeByEscape)
    return () => {
      document.removeEventListener('pointerdown', closeOutside)
      document.removeEventListener('focusin', closeOutside)
      document.removeEventListener('keydown', closeByEscape)
    }
  }, [opened])

  const leaveSearch = () => {
    setOpened(null)
    // What was found may have the focus already.
    if (document.getElementById(ids.search)?.contains(document.activeElement) === true)
      buttons.current.search?.focus()
  }
  const toggle = (part: Part) => () => setOpened(opened === part ? null : part)
  return (
    <header className={`sf-header ${opened === null ? '' : `sf-header--${opened}`}`}>
      <div className="sf-header__row">
        <Link to="/falls" className="sf-header__brand" activeOptions={{ exact: true }}>
          <Mark /> <span>Surefoot</span>
        </Link>
        {isFree && (
          <>
            <button
              type="button"
              className="sf-header__button"
              ref={(element) => void (buttons.current.menu = element)}
              aria-expanded={opened === 'menu'}
              aria-controls={ids.menu}
              onClick={toggle('menu')}
            >
              Menu
            </button>
            <Visits />
            {maySearch && (
              <>
                <QuickSearch
                  id={ids.search}
                  isOpen={opened === 'search'}
                  onOpen={toggle('search')}
                  onDone={leaveSearch}
                />
                <button
                  type="button"
                  className="sf-header__button sf-header__button--search"
                  ref={(element) => void (buttons.current.search = element)}
                  aria-expanded={opened === 'search'}
                  aria-controls={ids.search}
                  onClick={toggle('search')}
                >
                  {opened === 'search' ? 'Close' : 'Search'}
                  <span className="nhsuk-u-visually-hidden">
                    {' '}
                    {opened === 'search' ? 'the search' : 'for a patient'}
                  </span>
                </button>
              </>
            )}
          </>
        )}
        <HelpButton />
        <Account />
      </div>
      {isFree && <Navigation id={ids.menu} />}
    </header>
  )
}

/**
 * On a phone, what the user has to do today in one tap: visits on this device, their own diary, or Today for users who
 * have none.
 */
const Visits = () => {
  const mayList = useMay('workList.read')
  const profile = useSession()?.profile
  const hasDiary = profile?.user.clinicianId != null
  const visits = (
    <>
      Visits<span className="nhsuk-u-visually-hidden"> of today</span>
    </>
  )
  if (hasDiary && profile.settings.visits)
    return (
      // A page of its own, which also opens without a signal.
      <a className="sf-header__button" href="/visits">
        {visits}
      </a>
    )
  return (
    mayList && (
      <Link className="sf-header__button" to={hasDiary ? '/falls/diary' : '/falls/today'}>
        {hasDiary ? (
          visits
        ) : (
          <>
            Today<span className="nhsuk-u-visually-hidden">’s work</span>
          </>
        )}
      </Link>
    )
  )
}
