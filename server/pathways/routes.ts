import type { FastifyInstance } from 'fastify'
import {
  cancelReferral,
  pathwayHistory,
  reinstateReferral,
  savePathway,
} from '../../contract/pathway/pathway.ts'
import { serveHistory } from '../history/routes.ts'
import type { Rights } from '../http/rights.ts'
import type { Service } from '../http/service.ts'
import { route } from '../http/route.ts'
import { cancelPathway, reinstatePathway } from './cancel.ts'
import type { Closing } from './closing.ts'
import { pathwayTable } from './columns.ts'
import { savePathwayRow } from './referral.ts'

const pathwayWrite: Rights = {
  capability: 'pathway.write',
  audit: 'write',
  idempotency: 'create',
  rate: 'write',
}

export const servePathways = (app: FastifyInstance, service: Service, closing: Closing): void => {
  route(app, service, savePathway, pathwayWrite, (call, input) => {
    return call.write((writing) => savePathwayRow(writing, input, call.may, closing))
  })
  route(app, service, cancelReferral, { ...pathwayWrite, idempotency: 'repeatable' }, (call, input) =>
    call.write((writing) => cancelPathway(writing, input, call.may, closing)),
  )
  route(app, service, reinstateReferral, { ...pathwayWrite, idempotency: 'repeatable' }, (call, input) =>
    call.write((writing) => reinstatePathway(writing, input)),
  )
  serveHistory(app, service, pathwayHistory, { ...pathwayTable, parent: 'patient_id' })
}
