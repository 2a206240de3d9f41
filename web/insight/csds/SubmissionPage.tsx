import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import {
  downloadSubmission,
  kindTitles,
  type SubmissionDetail,
} from '../../../contract/insight/csds/submission.ts'
import { isUnderWay } from '../../../contract/insight/reportRun.ts'
import { formatMonth } from '../../../contract/insight/reportPeriod.ts'
import { formatDateTime } from '../../../contract/platform/words/format.ts'
import { ApiError } from '../../platform/calls/api.ts'
import { download } from '../../platform/calls/download.ts'
import { BusyWords } from '../../platform/ui/BusyWords.tsx'
import { LoadingOrFailed } from '../../platform/ui/LoadingOrFailed.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { toast } from '../../platform/ui/Toast.tsx'
import { CountedTwice } from './CountedTwice.tsx'
import { submissionQuery } from './csdsQueries.ts'
import { Differences } from './Differences.tsx'
import { FieldByField } from './FieldByField.tsx'
import { NotNational, outcomeOf } from './SubmissionsPage.tsx'
import { views, type View } from './views.ts'
import { WhatWouldBeRefused } from './WhatWouldBeRefused.tsx'

/** One check or submission. */
export const SubmissionPage = ({ id, view }: { id: number; view: View }) => {
  const { data, error, refetch } = useQuery(submissionQuery(id))
  if (data === undefined)
    return <LoadingOrFailed what="national return" shape="lines" error={error} refetch={refetch} />
  const title = `${formatMonth(data.month)}: ${kindTitles[data.kind].toLowerCase()}`
  return (
    <>
      <PageTitle tab="National return">{title}</PageTitle>
      <p className="sf-purpose" role="status">
        {outcomeOf(data)}. Asked for {formatDateTime(data.askedAt)} by {data.askedBy}.
      </p>
      {isUnderWay(data) && <p>It is made in the background. You can leave this page and come back.</p>}
      {data.state === 'ready' && <Ready submission={data} view={view} />}
      <p>
        <Link to="/falls/national-return">Go back to all national returns</Link>
      </p>
    </>
  )
}

const Ready = ({ submission, view }: { submission: SubmissionDetail; view: View }) => (
  <>
    <NotNational />
    {submission.kind !== 'check' && <Save submission={submission} />}
    <nav className="sf-due sf-due--wraps" aria-label="Views">
      <ul>
        {views
          .filter(({ code }) => code !== 'differences' || submission.differences !== null)
          .map(({ code, title }) => (
            <li key={code}>
              <Link
                to="/falls/national-return"
                search={{ run: submission.id, view: code }}
                aria-current={code === view ? 'page' : undefined}
              >
                {title}
              </Link>
            </li>
          ))}
      </ul>
    </nav>
    {view === 'refused' && <WhatWouldBeRefused submission={submission} />}
    {view === 'fields' && <FieldByField submission={submission} />}
    {view === 'counts' && <CountedTwice submission={submission} />}
    {view === 'differences' && <Differences submission={submission} />}
  </>
)

const Save = ({ submission: { id, month, sha256 } }: { submission: SubmissionDetail }) => {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const save = async (): Promise<void> => {
    setBusy(true)
    try {
      await download(downloadSubmission, { id })
      setFailure('')
      toast(`Saved to your downloads: the return of ${formatMonth(month)}`)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailure(error.message === '' ? 'The files could not be saved.' : error.message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className="sf-card sf-part" aria-labelledby="files">
      <h2 className="nhsuk-heading-m" id="files">
        Files
      </h2>
      <p>
        One zip file with a CSV file of each table. It names patients by NHS number and date of birth: keep it
        as you keep a record. That you saved it is in the audit trail.
      </p>
      <p className="sf-quiet sf-breaks">SHA-256 of all rows: {sha256}</p>
      <button
        type="button"
        className="sf-button"
        aria-disabled={isBusy}
        onClick={() => !isBusy && void save()}
      >
        <BusyWords isBusy={isBusy}>Save the files</BusyWords>
      </button>
      {failure !== '' && <p role="alert">{failure}</p>}
    </section>
  )
}
