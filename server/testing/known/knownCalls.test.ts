import { describe, expect, it } from 'vitest'
import type { Endpoint } from '../../../contract/platform/calls/endpoint.ts'
import { printDashboard } from '../../../contract/insight/dashboard/dashboard.ts'
import { endpoints } from '../../../contract/app/endpoints.ts'
import { listExports } from '../../../contract/app/listExport.ts'
import { getMonthEndPack } from '../../../contract/insight/monthEndPack.ts'
import { reportPeople, runReport } from '../../../contract/insight/report.ts'
import { printWorkList } from '../../../contract/pathways/worklists/workList.ts'
import { printedLetters } from '../../../contract/care/letters/letter.ts'
import { listFaults, listTemplate } from '../../../contract/exchange/caseFinding/caseFinding.ts'
import { exportListedPeople } from '../../../contract/exchange/caseFinding/listedPeople.ts'
import { incomingLetter } from '../../../contract/exchange/incoming/incomingReferral.ts'
import { knownCalls } from './knownCalls.ts'
import { refusedCalls } from '../values/refusedCalls.ts'

/** The calls that make or change a record by its fields. */
const isSave = (path: string): boolean => /\/(save|create)$/i.test(path)

/** Reports and files of lists, proved by loops of their own. */
const haveTheirOwn: readonly Endpoint[] = [
  ...[
    runReport,
    reportPeople,
    printDashboard,
    getMonthEndPack,
    printWorkList,
    printedLetters,
    incomingLetter,
    listFaults,
    listTemplate,
    exportListedPeople,
  ],
  ...listExports,
]

describe('the tables of calls that the trust tests walk (server/testing/known/knownCalls.ts, refusedCalls.ts)', () => {
  it('have a line for every call of the product but uploads, reports and exports, which have their own', () => {
    const named = [...knownCalls, ...refusedCalls].map(({ call }) => `${call.method} ${call.path}`)
    const all = endpoints.filter((call) => call.encoding !== 'multipart' && !haveTheirOwn.includes(call))
    expect(named.sort()).toEqual(all.map(({ method, path }) => `${method} ${path}`).sort())
  })

  it('have the columns of every save', () => {
    const without = knownCalls.filter(({ call, saves }) => isSave(call.path) && saves.length === 0)
    expect(without.map(({ call }) => call.path)).toEqual([])
  })
})
