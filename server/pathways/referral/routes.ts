import type { FastifyInstance } from 'fastify'
import {
  cancelReferral,
  createReferral,
  declineReasonMissing,
  pathwayHistory,
  reinstateReferral,
  savePathway,
} from '../../../contract/pathways/referral/pathway.ts'
import type { FieldErrors } from '../../../contract/platform/calls/problem.ts'
import { ValidationProblem } from '../../platform/errors.ts'
import { serveHistory } from '../../platform/http/history/routes.ts'
import type { Rights } from '../../platform/http/request/rights.ts'
import type { Service } from '../../platform/http/calls/service.ts'
import { route } from '../../platform/http/calls/route.ts'
import type { RecordedDays } from '../../patients/patient/life.ts'
import { under } from '../../platform/writes/under.ts'
import { saveNextOfKinRecord, savePatientRecord } from '../../patients/patient/store.ts'
import { cancelPathway, reinstatePathway } from './cancel.ts'
import type { Closing } from './closing.ts'
import { pathwayTable } from './columns.ts'
import { addReferral, savePathwayRow } from './referral.ts'

const pathwayWrite: Rights = {
  capability: 'pathway.write',
  audit: 'write',
  idempotency: 'create',
  rate: 'write',
}

/** Registers a patient together with a referral. */
const registration: Rights = { ...pathwayWrite, capability: 'patient.write' }

/**
 * Reports a missing reason together with a missing date, if the service requires a reason and the sender states that
 * there is none.
 */
const declineReason = (
  { declinedReferralId }: Record<string, unknown>,
  { beginDeclineLetter }: Closing,
): FieldErrors =>
  beginDeclineLetter !== null && (declinedReferralId === null || declinedReferralId === '')
    ? { declinedReferralId: declineReasonMissing }
    : {}

export const servePathways = (
  app: FastifyInstance,
  service: Service,
  closing: Closing,
  recordedDays: RecordedDays,
): void => {
  route(app, service, createReferral, registration, (call, { patient, nextOfKin, referral }) => {
    if (patient.id !== 0)
      throw new ValidationProblem({ 'patient.id': 'This call registers a new patient: the id must be 0' })
    return call.write(async (writing) => {
      const { id: patientId } = await under('patient', () =>
        savePatientRecord(writing, patient, recordedDays),
      )
      if (nextOfKin !== undefined)
        await under('nextOfKin', () => saveNextOfKinRecord(writing, { ...nextOfKin, id: 0, patientId }))
      const pathway = await under('referral', () => addReferral(writing, patientId, referral))
      return { ...pathway, patientId }
    })
  })
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
