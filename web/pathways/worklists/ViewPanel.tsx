import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { labels } from '../../../contract/platform/words/labels.ts'
import type { Narrowing } from '../../../contract/pathways/worklists/listFilters.ts'
import {
  deleteListView,
  listListViews,
  saveListView,
  type ListView,
} from '../../../contract/pathways/worklists/listView.ts'
import { stageRoutes, stageTitles, type Stage } from '../../../contract/stages/stage.ts'
import { ApiError, call } from '../../platform/calls/api.ts'
import { queryClient } from '../../platform/calls/queryClient.ts'
import { FailedState } from '../../platform/ui/FailedState.tsx'
import { TextField } from '../../platform/ui/fields.tsx'
import { FormFrame } from '../../platform/ui/FormFrame.tsx'
import { toast } from '../../platform/ui/Toast.tsx'
import { useConfirm } from '../../platform/ui/useConfirm.tsx'
import { useCreateKey } from '../../platform/ui/useCreateKey.ts'
import { useZodForm } from '../../platform/ui/useZodForm.ts'
import { written } from './address.ts'

const viewsQuery = queryOptions({
  queryKey: ['listViews'],
  queryFn: () => call(listListViews, {}),
  staleTime: 0,
})
const readAgain = () => queryClient.invalidateQueries({ queryKey: viewsQuery.queryKey })

const viewForm = saveListView.input.pick({ name: true })

/** The user's saved views: open one, delete one, or save the current view. */
export const ViewPanel = ({ stage, narrowing }: { stage: Stage; narrowing: Narrowing }) => {
  const { data: views, error, refetch } = useQuery(viewsQuery)
  const { ask, dialog } = useConfirm()
  const create = useCreateKey()
  const form = useZodForm(viewForm, { name: '' })
  const remove = ({ id, name }: ListView) =>
    ask(
      {
        title: `Delete the view “${name}”?`,
        confirm: 'Yes, delete it',
        says: <p>The list and its patients stay as they are.</p>,
      },
      async () => {
        try {
          await call(deleteListView, { id })
          toast(`“${name}” has been deleted`)
        } catch (failure) {
          if (!(failure instanceof ApiError)) throw failure
          toast(failure.message)
        }
        await readAgain()
      },
    )
  return (
    <>
      {error !== null && <FailedState error={error} reset={() => void refetch()} />}
      {views?.length === 0 && <p>None yet. Choose a tab and filters, then save them here under a name.</p>}
      {views !== undefined && views.length > 0 && (
        <ul className="sf-views">
          {views.map((view) => (
            <li key={view.id}>
              <Link to={`/falls/${stageRoutes[view.stage]}`} search={written(view.narrowing)}>
                {view.name}
              </Link>{' '}
              <span className="sf-quiet">{stageTitles[view.stage]}</span>
              <button
                type="button"
                className="sf-link"
                aria-label={`Delete the view ${view.name}`}
                onClick={() => void remove(view)}
              >
                Delete
              </button>
            </li>
          ))}
        </ul>
      )}
      <FormFrame
        form={form}
        className="sf-views__add"
        submit="Save this view"
        onSave={async ({ name }) => {
          await create((options) =>
            call(saveListView, { id: 0, name, stage, narrowing: written(narrowing) }, options),
          )
          form.reset()
          toast(`Saved as “${name}”`)
          await readAgain()
        }}
      >
        <TextField
          form={form}
          name="name"
          label={labels.listView.name}
          hint="Only you see it. Do not use a patient’s name in it."
          autoComplete="off"
        />
      </FormFrame>
      {dialog}
    </>
  )
}
