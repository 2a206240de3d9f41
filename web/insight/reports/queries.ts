import { queryOptions } from '@tanstack/react-query'
import type { InputOf } from '../../../contract/platform/calls/endpoint.ts'
import {
  listReports,
  reportPeople,
  withheldHeader,
  type runReport,
} from '../../../contract/insight/report.ts'
import { isUnderWay, listReportRuns, openReportRun } from '../../../contract/insight/reportRun.ts'
import { listSavedReports } from '../../../contract/insight/savedReport.ts'
import { totalHeader } from '../../../contract/patients/search/search.ts'
import { ask, askFile, call } from '../../platform/calls/api.ts'

export const reportsQuery = queryOptions({
  queryKey: ['reports'],
  queryFn: () => call(listReports, {}),
  staleTime: 5 * 60_000,
})

export type Parameters = Omit<InputOf<typeof runReport>, 'type'>

/** A report does not change: its header says when it was counted. */
export const unchanging = { staleTime: Infinity, refetchOnWindowFocus: false, retry: false } as const

/** The user's background reports, polled every second while one is running. */
export const runsQuery = queryOptions({
  queryKey: ['reportRuns'],
  queryFn: () => call(listReportRuns, {}),
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? 1_000 : false),
})

export const openedRunQuery = (id: number) =>
  queryOptions({
    queryKey: ['reportRun', id],
    queryFn: async () => (await askFile(openReportRun, { id, type: 'html' })).file.text(),
    ...unchanging,
  })

export const savedReportsQuery = queryOptions({
  queryKey: ['savedReports'],
  queryFn: () => call(listSavedReports, {}),
  staleTime: 0,
})

export const peopleQuery = (input: InputOf<typeof reportPeople>) =>
  queryOptions({
    queryKey: ['reportPeople', input],
    queryFn: async ({ signal }) => {
      const { reply, headers } = await ask(reportPeople, input, { signal })
      return {
        rows: reply,
        total: Number(headers.get(totalHeader) ?? reply.length),
        withheld: Number(headers.get(withheldHeader) ?? 0),
      }
    },
    retry: false,
  })
