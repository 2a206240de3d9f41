import { queryOptions } from '@tanstack/react-query'
import { runReport } from '../../../contract/insight/report.ts'
import { askFile } from '../../platform/calls/api.ts'
import { keepLastRun } from './lastRuns.ts'
import { runInBackground, runInBackgroundAfter } from './runInBackground.ts'
import { unchanging, type Parameters } from './queries.ts'

/** A report as a page or, if it takes too long, the id of its background run. */
export const reportQuery = (parameters: Parameters) =>
  queryOptions({
    queryKey: ['report', parameters],
    queryFn: async (): Promise<{ html: string } | { run: number }> => {
      const waited = await runInBackgroundAfter((signal) =>
        askFile(runReport, { ...parameters, type: 'html' }, { signal }),
      )
      if (waited === null) return { run: await runInBackground(parameters) }
      keepLastRun(parameters)
      return { html: await waited.file.text() }
    },
    ...unchanging,
  })
