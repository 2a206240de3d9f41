import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useNavigate, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { stageRoutes, stages, stageTitles } from '../../contract/pathway/stage.ts'
import { signOut } from '../auth/signOut.ts'
import { homePathOf } from '../home/homes.ts'
import { countersQuery, queryClient } from '../queries.ts'
import { roleNow, switchRole, useMay, useSession } from '../session.ts'
import { Mark } from '../ui/Mark.tsx'
import { MenuButton } from '../ui/MenuButton.tsx'
import { QuickSearch } from '../search/QuickSearch.tsx'

/** Header, menus and the place for a screen; leaves for the sign-in page when the session ends. */
export const Shell = () => {
  const session = useSession()
  const navigate = useNavigate()
  const main = useRef<HTMLElement>(null)
  const path = useRouterState({ select: (state) => state.location.pathname })

  useEffect(() => {
    if (session === null)
      void navigate({ to: '/login', search: { redirect: `${location.pathname}${location.search}` } })
  }, [session, navigate])

  const isFirst = useRef(true)
  useEffect(() => {
    // A new screen is announced and the keyboard starts at its top; the first one keeps the browser's place.
    if (!isFirst.current && !main.current?.contains(document.activeElement))
      main.current?.focus({ preventScroll: true })
    isFirst.current = false
  }, [path])

  if (session === null) return null
  return (
    <>
      <a className="nhsuk-skip-link" href="#main">
        Skip to main content
      </a>
      <header className="sf-header">
        <div className="sf-header__row">
          <Link to="/falls" className="sf-header__brand">
            <Mark /> Surefoot
          </Link>
          <QuickSearch />
          <Account />
        </div>
        <Navigation />
      </header>
      <main id="main" className="sf-main" ref={main} tabIndex={-1}>
        <Outlet />
      </main>
      <footer className="sf-footer">
        <p>Surefoot records and displays. It is not a medical device and predicts nothing.</p>
      </footer>
    </>
  )
}

const Account = () => {
  const session = useSession()
  const navigate = useNavigate()
  const now = roleNow(session)
  const { user, roles } = session?.profile ?? {}
  return (
    <MenuButton
      className="sf-account"
      face={
        <span className="sf-account__face">
          <strong>{user?.displayName}</strong> <span>{now?.name ?? 'No role'}</span>
        </span>
      }
      entries={[
        ...(roles ?? [])
          .filter(({ id }) => id !== now?.id)
          .map((role) => ({
            label: `Work as ${role.name}`,
            act: () => {
              switchRole(role)
              queryClient.clear()
              void navigate({ to: homePathOf(role) })
            },
          })),
        {
          label: 'Log out',
          act: () => {
            void signOut().then(() => navigate({ to: '/login' }))
          },
        },
      ]}
    />
  )
}
const Navigation = () => {
  const mayList = useMay('workList.read')
  const maySearch = useMay('patient.search')
  const path = useRouterState({ select: (state) => state.location.pathname.toLowerCase() })
  const onList = stages.some((stage) => path === `/falls/${stageRoutes[stage]}`)
  return (
    <>
      <nav className="sf-nav" aria-label="Main">
        <ul>
          <li>
            <Link to="/falls" className={path.endsWith('/admissions') ? 'sf-nav__current' : ''}>
              Home
            </Link>
          </li>
          {mayList && (
            <li>
              <Link to="/falls/awaiting-assessment" className={onList ? 'sf-nav__current' : ''}>
                Work lists
              </Link>
            </li>
          )}
          {maySearch && (
            <li>
              <Link
                to="/falls/referral-search"
                className={path.endsWith('/referral-search') ? 'sf-nav__current' : ''}
              >
                Search
              </Link>
            </li>
          )}
        </ul>
      </nav>
      {onList && <ListTabs path={path} />}
    </>
  )
}

const ListTabs = ({ path }: { path: string }) => {
  const { data: counts } = useQuery(countersQuery)
  return (
    <nav className="sf-tabs" aria-label="Work lists">
      <ul>
        {stages.map((stage) => {
          const to = `/falls/${stageRoutes[stage]}`
          const count = counts?.[stage]
          return (
            <li key={stage}>
              <Link to={to} aria-current={path === to ? 'page' : undefined}>
                {stageTitles[stage]}{' '}
                {count !== undefined && (
                  <span className={`sf-badge ${count > 0 ? 'sf-badge--some' : 'sf-badge--none'}`}>
                    {count}
                  </span>
                )}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
