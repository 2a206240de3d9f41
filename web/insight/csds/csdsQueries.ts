import { queryOptions } from '@tanstack/react-query'
import { getSubmission, listFindings, listSubmissions } from '../../../contract/insight/csds/submission.ts'
import { isUnderWay } from '../../../contract/insight/reportRun.ts'
import { withheldHeader } from '../../../contract/insight/report.ts'
import { ask, call } from '../../platform/calls/api.ts'
import { queryClient } from '../../platform/calls/queryClient.ts'

const key = ['csds'] as const

/** Polled every second while a submission is being made. */
export const submissionsQuery = queryOptions({
  queryKey: [...key, 'all'],
  queryFn: () => call(listSubmissions, {}),
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data?.submissions.some(isUnderWay) ? 1_000 : false),
})

export const submissionQuery = (id: number) =>
  queryOptions({
    queryKey: [...key, id],
    queryFn: () => call(getSubmission, { id }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data !== undefined && isUnderWay(state.data) ? 1_000 : false),
  })

export const findingsQuery = (id: number, rule: string) =>
  queryOptions({
    queryKey: [...key, id, 'findings', rule],
    queryFn: async ({ signal }) => {
      const { reply, headers } = await ask(listFindings, { id, rule }, { signal })
      return { rows: reply, withheld: Number(headers.get(withheldHeader) ?? 0) }
    },
    retry: false,
  })

export const forgetCsds = (): Promise<void> => queryClient.invalidateQueries({ queryKey: key })
