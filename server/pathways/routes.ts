import type { FastifyInstance } from 'fastify'
import {
  cancelReferral,
  declineReasonMissing,
  pathwayHistory,
  reinstateReferral,
  savePathway,
} from '../../contract/pathway/pathway.ts'
import type { FieldErrors } from '../../contract/problem.ts'
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

/** Said beside the date that is missing, where a service demands a reason and the sender says that there is none. */
const declineReason = (
  { declinedReferralId }: Record<string, unknown>,
  { beginDeclineLetter }: Closing,
): FieldErrors =>
  beginDeclineLetter !== null && (declinedReferralId === null || declinedReferralId === '')
    ? { declinedReferralId: declineReasonMissing }
    : {}

export const servePathways = (app: FastifyInstance, service: Service, closing: Closing): void => {
  route(app, service, savePathway, pathwayWrite, (call, input) => {
    return call.write((writing) => savePathwayRow(writing, input, call.may, closing))
  })
  route(
    app,
    service,
    cancelReferral,
    { ...pathwayWrite, idempotency: 'repeatable' },
    (call, input) => call.write((writing) => cancelPathway(writing, input, call.may, closing)),
    { missingBeside: async (sent) => declineReason(sent, closing) },
  )
  route(app, service, reinstateReferral, { ...pathwayWrite, idempotency: 'repeatable' }, (call, input) =>
    call.write((writing) => reinstatePathway(writing, input)),
  )
  serveHistory(app, service, pathwayHistory, { ...pathwayTable, parent: 'patient_id' })
}
