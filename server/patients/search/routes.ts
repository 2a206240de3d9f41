import type { FastifyInstance } from 'fastify'
import {
  recentPatients,
  searchDemographics,
  searchCountLimit,
  searchNhsNumber,
  searchPatientDemographics,
  searchPatientNhsNumber,
  searchPatients,
  type PatientRow,
} from '../../../contract/patients/search/search.ts'
import { readSearchText } from '../../../contract/patients/search/searchText.ts'
import { withFlagsAsRead } from '../flags/read.ts'
import { answerPage } from '../../platform/http/lists/answerPage.ts'
import type { Rights } from '../../platform/http/request/rights.ts'
import type { Service } from '../../platform/http/calls/service.ts'
import { route, type Call } from '../../platform/http/calls/route.ts'
import { findByDemographics, findByNhsNumber } from './find.ts'
import { findByText, readFoundRows } from './findByText.ts'
import { recentlyOpened } from './recent.ts'

const rights: Rights = {
  capability: 'patient.search',
  audit: 'read',
  idempotency: 'safe',
  rate: 'search',
  restricted: 'lists',
}

/** The specification has two addresses for each search; both return the same result. */
export const serveSearches = (app: FastifyInstance, service: Service): void => {
  for (const endpoint of [searchNhsNumber, searchPatientNhsNumber])
    route(app, service, endpoint, rights, async (call, { nhsNumber }) => {
      const rows = await findByNhsNumber(service.db, nhsNumber, call.principal)
      return show(call, { rows, next: null }, rows.length, { nhsNumber })
    })
  for (const endpoint of [searchDemographics, searchPatientDemographics])
    route(app, service, endpoint, rights, async (call, input) => {
      const { limit, sort, after, q } = input
      const { secretKey } = service
      const paging = { limit, sort, after, q }
      const page = await findByDemographics(service.db.sql, secretKey, input, paging, call.principal)
      return show(call, page, page.total ?? `more than ${searchCountLimit}`, input)
    })
  route(app, service, searchPatients, rights, async (call, input) => {
    const { text, limit, sort, after, q } = input
    const page = await findByText(
      service.db.sql,
      service.secretKey,
      text,
      { limit, sort, after, q },
      call.principal,
    )
    const rows = await withFlagsAsRead(service.db.sql, page.rows, call.principal)
    return show(call, { ...page, rows }, page.total ?? `more than ${searchCountLimit}`, withoutUbrn(input))
  })
  route(app, service, recentPatients, rights, async (call) => {
    const { sql } = service.db
    const ids = await recentlyOpened(sql, call.principal.userId, service.clock())
    const rows = await withFlagsAsRead(sql, await readFoundRows(sql, ids), call.principal)
    return show(call, { rows, next: null }, rows.length, {})
  })
}

/** A UBRN stands for a person like a name, and nobody needs it to see who was found: the trail has their ids. */
const withoutUbrn = (input: { text: string }): Record<string, unknown> =>
  readSearchText(input.text)?.ubrn == null
    ? input
    : { ...input, text: input.text.replaceAll(/\d(?:[\s().\p{Pd}\p{Cf}]*\d){11}/gu, 'UBRN') }

const show = <Row extends PatientRow>(
  call: Call,
  page: { rows: Row[]; next: string | null },
  total: number | string,
  criteria: Record<string, unknown>,
): Row[] => {
  const { rows } = page
  call.showed({
    patientIds: rows.map(({ patientId }) => patientId),
    pathwayIds: rows.flatMap(({ pathwayId }) => (pathwayId === null ? [] : [pathwayId])),
    criteria,
  })
  return answerPage(call, page, total)
}
