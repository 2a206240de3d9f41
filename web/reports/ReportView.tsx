import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { runReport, type ReportType } from '../../contract/report.ts'
import { ApiError } from '../api.ts'
import { download } from '../download.ts'
import { FailedState } from '../ui/FailedState.tsx'
import { LoadingState } from '../ui/LoadingState.tsx'
import { toast } from '../ui/Toast.tsx'
import { reportQuery, type Parameters } from './queries.ts'
import { ReportFrame } from './ReportFrame.tsx'

/** A field failure here comes from an address that was typed by hand. */
const readable = (error: Error): Error =>
  error instanceof ApiError && error.message === ''
    ? new ApiError(error.status, `${Object.values(error.fields).join('. ')}.`)
    : error

const files: [ReportType, string][] = [
  ['pdf', 'PDF'],
  ['csv', 'CSV'],
  ['xlsx', 'Excel'],
]

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
        <Files parameters={parameters} />
      </div>
      <ReportFrame title={title} html={data} />
    </section>
  )
}

const Files = ({ parameters }: { parameters: Parameters }) => {
  const [busy, setBusy] = useState<ReportType | null>(null)
  const [failure, setFailure] = useState<ApiError | null>(null)
  const save = async (type: ReportType): Promise<void> => {
    setBusy(type)
    setFailure(null)
    try {
      await download(runReport, { ...parameters, type })
      toast('Report saved to your downloads')
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailure(error)
    } finally {
      setBusy(null)
    }
  }
  return (
    <div className="sf-report__files" role="group" aria-label="Save this report">
      {failure !== null && <FailedState error={failure} />}
      {files.map(([type, name]) => (
        <button
          key={type}
          type="button"
          className="sf-button"
          aria-disabled={busy !== null}
          onClick={() => busy === null && void save(type)}
        >
          {busy === type ? 'Please wait…' : `Save ${name}`}
        </button>
      ))}
    </div>
  )
}
