import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Endpoint } from '../../../contract/platform/calls/endpoint.ts'
import {
  exportDemographicsSearch,
  exportNhsNumberSearch,
  exportWorkList,
} from '../../../contract/pathways/worklists/patientExports.ts'
import {
  exportPeople,
  exportOrganisations,
  exportUsers,
  lookupExports,
} from '../../../contract/app/listExport.ts'
import { reportPeople, runReport } from '../../../contract/insight/report.ts'
import { isWithinJsonLimits } from '../../platform/http/limits/jsonLimits.ts'
import { hostileValues } from '../../testing/values/hostileValues.ts'
import { fieldsOf, withField } from '../../testing/values/inputFields.ts'
import { bearer, requestOf, type Wire } from '../../testing/values/request.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import { isFieldMap } from '../../testing/values/soundAnswer.ts'
import type { TestUser } from '../../testing/world/users.ts'

/* Reports and exports of lists report invalid input by field and in plain words, as every other call does. */

let service: TestService
let user: TestUser
beforeAll(async () => {
  service = await testService()
  user = await service.as('Team Lead', 'System Administrator')
})
afterAll(() => service.close())

const report = { reportName: 'discharges', dateFrom: '2026-01-01', dateTo: '2026-01-31' }
const number = { ...report, section: 0, row: ['Completed'], column: 'discharges' }
const calls: readonly [Endpoint, Wire][] = [
  [runReport, { ...report, type: 'csv' }],
  [reportPeople, number],
  [exportPeople, { ...number, type: 'csv' }],
  [exportWorkList, { stage: 'inExercise', type: 'csv' }],
  [exportNhsNumberSearch, { nhsNumber: '9990000077', type: 'csv' }],
  [exportDemographicsSearch, { familyName: 'Ash', type: 'csv' }],
  ...[...Object.values(lookupExports), exportOrganisations, exportUsers].map((call): [Endpoint, Wire] => [
    call,
    { type: 'csv' },
  ]),
]

it.each(calls.map(([call, good]) => [call.path, call, good] as const))(
  'IO-2, IO-4, IO-6: %s takes or refuses every hostile value in every field',
  async (_, call, good) => {
    const ask = (input: Wire) => {
      const { url, ...rest } = requestOf(call, input, bearer(user))
      return service.app.inject({ ...rest, url: String(url).replace('{reportName}', report.reportName) })
    }
    expect((await ask(good)).statusCode).toBe(200)
    for (const field of fieldsOf(call))
      for (const value of hostileValues) {
        const response = await ask(withField(good, field, value))
        const about = { field: field.join('.'), value: String(JSON.stringify(value)).slice(0, 60) }
        expect({ ...about, status: response.statusCode }).toEqual({
          ...about,
          status: response.statusCode === 400 ? 400 : 200,
        })
        if (response.statusCode === 400 && isWithinJsonLimits(value, field.length))
          expect({ ...about, isFlat: isFieldMap(response.json()) }).toEqual({ ...about, isFlat: true })
      }
  },
)
