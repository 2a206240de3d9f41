import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { WarningCallout } from 'nhsuk-react-components'
import { formatDateTime, orNotRecorded } from '../../../contract/platform/words/format.ts'
import { mergePatients, nameOfSide, type MergePreview } from '../../../contract/governance/merge.ts'
import { dismissPossibleDuplicate } from '../../../contract/patients/search/possibleDuplicate.ts'
import { ApiError } from '../../platform/calls/apiError.ts'
import { call } from '../../platform/calls/api.ts'
import { forgetAfterSave } from '../../platform/calls/queries.ts'
import { useMay } from '../../platform/session/session.ts'
import { FailedScreen } from '../../platform/ui/FailedScreen.tsx'
import { LoadingState } from '../../platform/ui/LoadingState.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { toast } from '../../platform/ui/Toast.tsx'
import { useConfirm } from '../../platform/ui/useConfirm.tsx'
import { WorkButton } from '../../platform/ui/WorkButton.tsx'
import { MergeForm } from './MergeForm.tsx'
import { RecordsSideBySide } from './RecordsSideBySide.tsx'
import { compareQuery, forgetMerges } from './queries.ts'
import { useAttempt } from '../../platform/ui/useAttempt.tsx'

/** Two records side by side, to be merged or marked as two people. */
export const CompareRecords = () => {
  const { patientId, otherId } = useSearch({ from: '/falls/compare-records' })
  const { data: preview, error, refetch } = useQuery(compareQuery(patientId, otherId))
  if (preview === undefined)
    return error === null ? (
      <LoadingState what="records" />
    ) : (
      <FailedScreen error={error} reset={() => void refetch()}>
        {error instanceof ApiError && error.problem?.mergedInto !== undefined && (
          <p>
            One of the two was merged with another record.{' '}
            <Link to="/falls/merged-records">See the merged records</Link>
          </p>
        )}
      </FailedScreen>
    )
  return (
    <Compare
      key={`${preview.survivor.version} ${preview.merged.version}`}
      preview={preview}
      readAgain={async () => {
        await refetch()
      }}
    />
  )
}

interface CompareProps {
  preview: MergePreview
  readAgain: () => Promise<void>
}

const Compare = ({ preview, readAgain }: CompareProps) => {
  const { survivor: first, merged: later, refusal, dismissed } = preview
  const mayMerge = useMay('patient.merge')
  const navigate = useNavigate()
  const { ask, dialog } = useConfirm()
  const { problem, attempt } = useAttempt()

  const dismiss = async (): Promise<void> => {
    const isSure = await ask({
      title: 'Are these two people?',
      confirm: 'Yes, two people',
      says: (
        <p>The pair leaves the list for good, with your name and the time. Both records stay as they are.</p>
      ),
    })
    if (!isSure) return
    const isDone = await attempt(() =>
      call(dismissPossibleDuplicate, { patientId: first.id, otherId: later.id }),
    )
    if (!isDone) return
    await forgetMerges()
    toast('Kept as two people')
    await navigate({ to: '/falls/possible-duplicates' })
  }

  return (
    <>
      <PageTitle>Compare two records</PageTitle>
      {problem}
      {refusal !== null && (
        <WarningCallout>
          <WarningCallout.Heading headingLevel="h2">These records cannot be merged</WarningCallout.Heading>
          <p>{refusal}</p>
        </WarningCallout>
      )}
      {dismissed !== null && (
        <WarningCallout>
          <WarningCallout.Heading headingLevel="h2">Said to be two people</WarningCallout.Heading>
          <p>
            {orNotRecorded(dismissed.by)} said so on {formatDateTime(dismissed.at)}. Ask them before you merge
            the records.
          </p>
        </WarningCallout>
      )}
      {mayMerge && refusal === null ? (
        <MergeForm
          preview={preview}
          readAgain={readAgain}
          merge={async (input, names) => {
            const { id } = await call(mergePatients, input)
            await Promise.all([forgetMerges(), forgetAfterSave()])
            toast(`${names.merged} was merged into this record`)
            await navigate({ to: '/falls/patient/view', search: { id } })
          }}
        />
      ) : (
        <RecordsSideBySide first={first} later={later} />
      )}
      {mayMerge && dismissed === null && (
        <section className="sf-card" aria-labelledby="two-people">
          <h2 className="nhsuk-heading-s" id="two-people">
            Not the same person?
          </h2>
          <p>
            {nameOfSide(first)} and {nameOfSide(later)} keep their own records, and this pair is not shown
            again.
          </p>
          <WorkButton look="secondary" work={dismiss}>
            These are two people
          </WorkButton>
        </section>
      )}
      <p>
        <Link to="/falls/possible-duplicates">Go back to the possible duplicates</Link>
      </p>
      {dialog}
    </>
  )
}
