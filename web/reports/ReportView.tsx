import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { runReport } from '../../contract/report.ts'
import { ApiError } from '../api.ts'
import { download } from '../download.ts'
import { ExportButton } from '../ui/ExportButton.tsx'
import { FailedState } from '../ui/FailedState.tsx'
import { LoadingState } from '../ui/LoadingState.tsx'
import { reportQuery, type Parameters } from './queries.ts'
import { ReportFrame } from './ReportFrame.tsx'

/** A field failure here comes from an address that was typed by hand. */
const readable = (error: Error): Error =>
  error instanceof ApiError && error.message === ''
    ? new ApiError(error.status, `${Object.values(error.fields).join('. ')}.`)
    : error

const files = ['pdf', 'csv', 'xlsx'] as const

/** A report on screen, and the same as a file. */
export const ReportView = ({ title, parameters }: { title: string; parameters: Parameters }) => {
  const { data, error, isFetching, refetch } = useQuery(reportQuery(parameters))
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (data !== undefined) heading.current?.focus()
  }, [data])
  if (isFetching) return <LoadingState what="report" />
  if (error !== null) return <FailedState error={readable(error)} reset={() => void refetch()} />
  if (data === undefined) return null
  return (
    <section className="sf-card sf-report" aria-labelledby="report">
      <div className="sf-report__head">
        <h2 className="nhsuk-heading-m" id="report" ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <ExportButton
          what="report"
          types={files}
          save={(type) => download(runReport, { ...parameters, type })}
        />
      </div>
      <ReportFrame title={title} html={data} />
    </section>
  )
}
