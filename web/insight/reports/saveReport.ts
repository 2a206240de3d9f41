import type { InputOf } from '../../../contract/platform/calls/endpoint.ts'
import { runReport } from '../../../contract/insight/report.ts'
import { askFile } from '../../platform/calls/api.ts'
import { saveFile } from '../../platform/calls/download.ts'
import { keepLastRun } from './lastRuns.ts'
import { runInBackground, runInBackgroundAfter } from './runInBackground.ts'

/** Saves a report as a file and returns null or, if it takes too long, the id of its background run. */
export const saveReport = async (input: InputOf<typeof runReport>): Promise<number | null> => {
  const waited = await runInBackgroundAfter((signal) => askFile(runReport, input, { signal }))
  if (waited !== null) {
    saveFile(waited)
    keepLastRun(input)
    return null
  }
  const { type: _, ...parameters } = input
  return runInBackground(parameters)
}
