import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { FailedState } from '../../platform/ui/FailedState.tsx'
import { LoadingState } from '../../platform/ui/LoadingState.tsx'
import { RenderedReport } from './RenderedReport.tsx'
import type { Parameters } from './queries.ts'
import { readable } from './readable.ts'
import { reportQuery } from './reportQuery.ts'
import { saveReport } from './saveReport.ts'

/** Runs a report now. If it takes long, it continues in the background and this view redirects to that run. */
export const ReportView = ({ title, parameters }: { title: string; parameters: Parameters }) => {
  const { data, error, isFetching, refetch } = useQuery(reportQuery(parameters))
  const navigate = useNavigate()
  const run = data !== undefined && 'run' in data && !isFetching ? data.run : null
  useEffect(() => {
    if (run !== null) void navigate({ to: '/falls/reports', search: { run }, replace: true })
  }, [run, navigate])
  if (isFetching) return <LoadingState what="report" />
  if (error !== null) return <FailedState error={readable(error)} reset={() => void refetch()} />
  if (data === undefined || !('html' in data)) return null
  return (
    <RenderedReport
      title={title}
      html={data.html}
      save={async (type) => {
        const later = await saveReport({ ...parameters, type })
        if (later !== null) await navigate({ to: '/falls/reports', search: { run: later } })
      }}
    />
  )
}
