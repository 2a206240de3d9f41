import type { FastifyInstance } from 'fastify'
import {
  searchDemographics,
  searchCountLimit,
  searchNhsNumber,
  searchPatientDemographics,
  searchPatientNhsNumber,
  totalHeader,
  type PatientRow,
} from '../../contract/search.ts'
import type { Rights } from '../rights.ts'
import type { Service } from '../http/service.ts'
import { serve, type Call } from '../serve.ts'
import { findByDemographics, findByNhsNumber } from './find.ts'

const rights: Rights = { capability: 'patient.search', audit: 'read', idempotency: 'safe', rate: 'search' }

/** The specification has two addresses for each search; both give the same answer. */
export const serveSearches = (app: FastifyInstance, service: Service): void => {
  for (const endpoint of [searchNhsNumber, searchPatientNhsNumber])
    serve(app, service, endpoint, rights, async (call, { nhsNumber }) => {
      const rows = await findByNhsNumber(service.db.pool, nhsNumber)
      return show(call, rows, String(rows.length), { nhsNumber })
    })
  for (const endpoint of [searchDemographics, searchPatientDemographics])
    serve(app, service, endpoint, rights, async (call, search) => {
      const { rows, total } = await findByDemographics(service.db.pool, search)
      return show(call, rows, total === null ? `more than ${searchCountLimit}` : String(total), search)
    })
}

const show = (
  call: Call,
  rows: PatientRow[],
  total: string,
  criteria: Record<string, unknown>,
): PatientRow[] => {
  call.setHeader(totalHeader, total)
  call.showed({
    patientIds: rows.map(({ patientId }) => patientId),
    pathwayIds: rows.flatMap(({ pathwayId }) => (pathwayId === null ? [] : [pathwayId])),
    criteria,
  })
  return rows
}
