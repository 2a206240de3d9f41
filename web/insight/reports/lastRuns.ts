import { z } from 'zod'
import { instantOf } from '../../../contract/platform/words/format.ts'
import { storagePrefix } from '../../../contract/accounts/session.ts'
import { currentSession } from '../../platform/session/session.ts'

/*
 * When the user last ran each report in this browser, and for which days. Stored for each user and kept after
 * sign-out. It contains no patient data. The audit trail has every user's runs, but the application may not read it.
 */

const lastRun = z.object({ dateFrom: z.string(), dateTo: z.string(), at: z.string() })
const kept = z.record(z.string(), lastRun)
export type LastRuns = z.output<typeof kept>

const key = (): string => `${storagePrefix}lastReports.${currentSession()?.profile?.user.id ?? 0}`

/** Unreadable content, for example from another version, counts as none. */
export const lastRuns = (): LastRuns => {
  try {
    return kept.parse(JSON.parse(localStorage.getItem(key()) ?? '{}'))
  } catch {
    return {}
  }
}

export const keepLastRun = (run: { reportName: string; dateFrom: string; dateTo: string }): void => {
  const { reportName, dateFrom, dateTo } = run
  const runs = { ...lastRuns(), [reportName]: { dateFrom, dateTo, at: instantOf(Date.now()) } }
  localStorage.setItem(key(), JSON.stringify(runs))
}
