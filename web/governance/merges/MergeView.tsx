import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { WarningCallout } from 'nhsuk-react-components'
import { z } from 'zod'
import { formatDateTime, orNotRecorded } from '../../../contract/platform/words/format.ts'
import { daysToUndo, undoMerge, type MergeView as View } from '../../../contract/governance/merge.ts'
import { ApiError, call } from '../../platform/calls/api.ts'
import { forgetAfterSave } from '../../platform/calls/queries.ts'
import { useMay } from '../../platform/session/session.ts'
import { FailedScreen, NotFoundScreen } from '../../platform/ui/FailedScreen.tsx'
import { CheckboxField } from '../../platform/ui/CheckboxField.tsx'
import { FormFrame } from '../../platform/ui/FormFrame.tsx'
import { LoadingState } from '../../platform/ui/LoadingState.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { toast } from '../../platform/ui/Toast.tsx'
import { useZodForm } from '../../platform/ui/useZodForm.ts'
import { forgetMerges, mergeQuery } from './queries.ts'
import { held } from './RecordsSideBySide.tsx'

/** One merge: who made it, and a form to undo it. */
export const MergeView = () => {
  const { mergeId } = useParams({ from: '/falls/merged-records/$mergeId' })
  return /^[1-9]\d{0,14}$/.test(mergeId) ? <Stored id={Number(mergeId)} /> : <NotFoundScreen />
}

const Stored = ({ id }: { id: number }) => {
  const { data: view, error, refetch } = useQuery(mergeQuery(id))
  if (view === undefined)
    return error === null ? (
      <LoadingState what="merge" />
    ) : (
      <FailedScreen error={error} reset={() => void refetch()} />
    )
  return <Shown key={view.since.map(({ key }) => key).join(',')} view={view} />
}

const Shown = ({ view }: { view: View }) => {
  const { merge, refusal } = view
  const mayMerge = useMay('patient.merge')
  return (
    <>
      <PageTitle>Merged records</PageTitle>
      <dl className="sf-facts">
        <div>
          <dt>Record that stayed</dt>
          <dd>
            <Link to="/falls/patient/view" search={{ id: merge.survivorId }}>
              {merge.survivor}
            </Link>
          </dd>
        </div>
        <div>
          <dt>Merged into it</dt>
          <dd>{merge.merged}</dd>
        </div>
        <div>
          <dt>Merged</dt>
          <dd>
            {formatDateTime(merge.at)} by {orNotRecorded(merge.by)}
          </dd>
        </div>
        {merge.undoneAt !== null && (
          <div>
            <dt>Undone</dt>
            <dd>
              {formatDateTime(merge.undoneAt)} by {orNotRecorded(merge.undoneBy)}
            </dd>
          </div>
        )}
      </dl>
      {merge.undoneAt === null && refusal !== null && (
        <WarningCallout>
          <WarningCallout.Heading headingLevel="h2">This merge cannot be undone</WarningCallout.Heading>
          <p>{refusal}</p>
        </WarningCallout>
      )}
      {merge.undoneAt === null && refusal === null && mayMerge && <UndoForm view={view} />}
      {merge.undoneAt === null && refusal === null && !mayMerge && (
        <p>
          A Team Lead can undo this until {formatDateTime(merge.undoBy)}, {daysToUndo} days after the merge.
        </p>
      )}
      <p>
        <Link to="/falls/merged-records">Go back to the merged records</Link>
      </p>
    </>
  )
}

const undoForm = z.object({
  isSeen: z
    .boolean()
    .refine(Boolean, { error: 'Tick to say that you have looked at what was recorded since' }),
})

/**
 * What goes back to the merged record, in words.
 * @param name the name of that record
 */
const returnsInWords = (name: string, returns: View['returns']): string =>
  returns.length === 0
    ? `Nothing was moved from ${name}.`
    : `What came from ${name} goes back there: ${held({ holds: returns })}.`

const UndoForm = ({ view: { merge, returns, since } }: { view: View }) => {
  const navigate = useNavigate()
  const form = useZodForm(undoForm, { isSeen: since.length === 0 })
  return (
    <>
      <h2 className="nhsuk-heading-m sf-merge__undo">Undo the merge</h2>
      <p>
        There are two records again, as before the merge. {returnsInWords(merge.merged, returns)} What has
        been recorded in a referral since then stays with that referral. You can undo the merge until{' '}
        {formatDateTime(merge.undoBy)}.
      </p>
      <FormFrame
        form={form}
        submit="Undo the merge"
        className="sf-merge"
        onSave={async () => {
          try {
            await call(undoMerge, { id: merge.id, version: merge.version, seen: since.map(({ key }) => key) })
          } catch (error) {
            // The refetched screen shows what prevents the undo.
            if (error instanceof ApiError && error.problem?.code === 'conflict') await forgetMerges()
            throw error
          }
          await Promise.all([forgetMerges(), forgetAfterSave()])
          toast('The merge was undone')
          await navigate({ to: '/falls/merged-records' })
        }}
      >
        {since.length > 0 && (
          <>
            <p>
              This was recorded since the merge. Only you can say whose it is: each stays with the record
              named here, so check it, and record it again in the other record if it belongs there.
            </p>
            <table className="sf-table">
              <thead>
                <tr>
                  <th scope="col">What</th>
                  <th scope="col">When</th>
                  <th scope="col">By</th>
                  <th scope="col">Stays with</th>
                </tr>
              </thead>
              <tbody>
                {since.map(({ key, what, at, by, staysWith }) => (
                  <tr key={key}>
                    <td>{what}</td>
                    <td>{formatDateTime(at)}</td>
                    <td>{orNotRecorded(by)}</td>
                    <td>{staysWith}</td>
                  </tr>
                ))}
              </tbody>
            </table>
            <CheckboxField form={form} name="isSeen" label="I have looked at all of these" />
          </>
        )}
      </FormFrame>
    </>
  )
}
