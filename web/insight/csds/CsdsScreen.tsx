import { useSearch } from '@tanstack/react-router'
import { FindingsPage } from './FindingsPage.tsx'
import { SubmissionPage } from './SubmissionPage.tsx'
import { SubmissionsPage } from './SubmissionsPage.tsx'
import { viewOf } from './views.ts'

/** The monthly national return: what was made, one of it, or the records of one rule. */
export const CsdsScreen = () => {
  const { run, view, rule } = useSearch({ from: '/falls/national-return' })
  if (run === undefined) return <SubmissionsPage />
  if (rule !== undefined) return <FindingsPage id={run} rule={rule} />
  return <SubmissionPage id={run} view={viewOf(view)} />
}
