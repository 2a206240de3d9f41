import { queryOptions } from '@tanstack/react-query'
import type { InputOf } from '../../contract/endpoint.ts'
import { listReports, reportPeople, runReport } from '../../contract/report.ts'
import { totalHeader } from '../../contract/search.ts'
import { ask, askFile, call } from '../api.ts'

export const reportsQuery = queryOptions({
  queryKey: ['reports'],
  queryFn: () => call(listReports, {}),
  staleTime: 5 * 60_000,
})

export type Parameters = Omit<InputOf<typeof runReport>, 'type'>

/** A report stays as it was run until it is run again: its head says when that was. */
export const reportQuery = (parameters: Parameters) =>
  queryOptions({
    queryKey: ['report', parameters],
    queryFn: async () => (await askFile(runReport, { ...parameters, type: 'html' })).file.text(),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    retry: false,
  })

export const peopleQuery = (input: InputOf<typeof reportPeople>) =>
  queryOptions({
    queryKey: ['reportPeople', input],
    queryFn: async () => {
      const { reply, headers } = await ask(reportPeople, input)
      return { rows: reply, total: Number(headers.get(totalHeader) ?? reply.length) }
    },
    retry: false,
  })
