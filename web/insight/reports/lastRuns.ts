import { z } from 'zod'
import { instantOf } from '../../../contract/platform/words/format.ts'
import { storagePrefix } from '../../../contract/accounts/session.ts'
import { currentSession } from '../../platform/session/session.ts'

/*
 * When a person last ran each report here, and over which days: kept in this browser for each user, also past log-out. It
 * says nothing of any patient. The audit trail has every run of everybody, and the application may not read it.
 */

const lastRun = z.object({ dateFrom: z.string(), dateTo: z.string(), at: z.string() })
const kept = z.record(z.string(), lastRun)
export type LastRuns = z.output<typeof kept>

const key = (): string => `${storagePrefix}lastReports.${currentSession()?.profile?.user.id ?? 0}`

/** What cannot be read, such as what another version wrote, is nothing. */
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
