import { Link, Outlet, useMatches } from '@tanstack/react-router'
import type { Capability } from '../../../contract/accounts/permissions.ts'
import { useMay } from '../../platform/session/session.ts'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'

/** The name of what is refused, for capabilities that have one. */
const subjects: Partial<Record<Capability, string>> = {
  'administration.write': 'Administration is',
  'workList.read': 'Work lists are',
  'patient.search': 'Searching for patients is',
  'patient.searchExternal': 'Looking up patients is',
  'report.run': 'Reports are',
  'dashboard.read': 'The dashboard is',
}

/** The screen, or a sentence in its place if the current role may not use it. A refused screen reads no data. */
export const RoleGate = () => {
  const needs = useMatches({ select: (matches) => matches.at(-1)?.staticData.needs })
  const may = useMay(needs ?? 'account.own')
  if (needs === undefined || may) return <Outlet />
  const [first] = [needs].flat()
  const subject = (first && subjects[first]) ?? 'This screen is'
  return (
    <>
      <PageTitle>Not part of your role</PageTitle>
      <p>
        {subject} not part of your current role. <Link to="/falls">Go to your home screen</Link>
      </p>
    </>
  )
}
