import { Link, Outlet, useMatches } from '@tanstack/react-router'
import { useMay } from '../session.ts'
import { PageTitle } from '../ui/PageTitle.tsx'

/** The screen; or, of one that the current role may not use, a sentence in its place, and nothing read for it. */
export const RoleGate = () => {
  const needs = useMatches({ select: (matches) => matches.at(-1)?.staticData.needs })
  const may = useMay(needs ?? 'account.own')
  if (needs === undefined || may) return <Outlet />
  return (
    <>
      <PageTitle>Not part of your role</PageTitle>
      <p>
        This screen is not part of your current role. <Link to="/falls">Go to your home screen</Link>
      </p>
    </>
  )
}
