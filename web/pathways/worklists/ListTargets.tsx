import { queryOptions, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { labels } from '../../../contract/platform/words/labels.ts'
import { stages } from '../../../contract/stages/stage.ts'
import {
  getStageTargets,
  saveStageTargets,
  stageTargetsForm,
} from '../../../contract/pathways/worklists/stageTargets.ts'
import { call } from '../../platform/calls/api.ts'
import { forgetAfterSave } from '../../platform/calls/queries.ts'
import { queryClient } from '../../platform/calls/queryClient.ts'
import { ConflictNotice, useConflict } from '../../platform/ui/ConflictNotice.tsx'
import { FailedState } from '../../platform/ui/FailedState.tsx'
import { TextField } from '../../platform/ui/fields.tsx'
import { FormFrame } from '../../platform/ui/FormFrame.tsx'
import { LoadingState } from '../../platform/ui/LoadingState.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { toast } from '../../platform/ui/Toast.tsx'
import { useZodForm } from '../../platform/ui/useZodForm.ts'

const targetsQuery = queryOptions({
  queryKey: ['stageTargets'],
  queryFn: () => call(getStageTargets, {}),
  staleTime: 0,
})

/** The target of each work list in days, from which the lists calculate who is late. */
export const ListTargets = () => {
  const { data, error, refetch } = useQuery(targetsQuery)
  return (
    <>
      <PageTitle>Targets of the work lists</PageTitle>
      <p>
        Somebody is late on a list when more days have passed than are set here. A call is due 3 months after
        the last plan ended, and the second one 3 months after the first; it is late when the days set here
        have passed since. A change applies at once to everybody on the lists.
      </p>
      {error !== null && <FailedState error={error} reset={() => void refetch()} />}
      {data === undefined && error === null && <LoadingState what="targets" />}
      {data !== undefined && <TargetsForm key={data.version} read={data} />}
    </>
  )
}

type Targets = z.output<typeof getStageTargets.reply>

const TargetsForm = ({ read }: { read: Targets }) => {
  const { id, version, ...targets } = read
  const form = useZodForm(stageTargetsForm, targets)
  const conflict = useConflict(version)
  const readAgain = () => queryClient.invalidateQueries({ queryKey: targetsQuery.queryKey })
  return (
    <>
      <ConflictNotice conflict={conflict} leave={() => void readAgain()} />
      <FormFrame
        form={form}
        guarded
        className="sf-form"
        submit="Save"
        onSave={async (values) => {
          await conflict.watch((over) => call(saveStageTargets, { ...values, id, version: over }))
          toast('Saved')
          await Promise.all([readAgain(), forgetAfterSave()])
        }}
      >
        {stages.map((stage) => (
          <TextField
            key={stage}
            form={form}
            name={stage}
            label={labels.stageTargets[stage]}
            width={3}
            inputMode="numeric"
            autoComplete="off"
            suffix="days"
          />
        ))}
      </FormFrame>
    </>
  )
}
