import type { FastifyInstance } from 'fastify'
import { createReferral } from '../../contract/pathway/pathway.ts'
import { getPatient, saveNextOfKin, savePatient, searchGp } from '../../contract/patient.ts'
import { ValidationProblem } from '../errors.ts'
import { addReferral } from '../pathways/referral.ts'
import { grantedRead, readWithGrant } from '../search/grantedReads.ts'
import type { Rights } from '../http/rights.ts'
import type { Service } from '../http/service.ts'
import { route } from '../http/route.ts'
import { findPractices } from './gp.ts'
import { saveNextOfKinRecord, savePatientRecord } from './store.ts'
import { viewPatient } from './view.ts'

const patientWrite: Rights = {
  capability: 'patient.write',
  audit: 'write',
  idempotency: 'create',
  rate: 'write',
}

export const servePatients = (app: FastifyInstance, service: Service): void => {
  route(app, service, getPatient, grantedRead, async (call, { id }) => {
    const view = await readWithGrant(call, 'patient', id, (sql, opened) => viewPatient(sql, id, opened))
    const { nextOfKin } = view
    call.showed({
      patientIds: [id],
      pathwayIds: view.pathways.map((pathway) => pathway.id),
      records: [
        { entity: 'patient', id, version: view.version },
        ...(nextOfKin === null
          ? []
          : [{ entity: 'nextOfKin', id: nextOfKin.id, version: nextOfKin.version }]),
      ],
    })
    return view
  })
  route(app, service, savePatient, patientWrite, (call, input) =>
    call.write((writing) => savePatientRecord(writing, input)),
  )
  route(app, service, saveNextOfKin, patientWrite, (call, input) =>
    call.write((writing) => saveNextOfKinRecord(writing, input)),
  )
  route(app, service, createReferral, patientWrite, (call, { patient, nextOfKin, referral }) => {
    if (patient.id !== 0)
      throw new ValidationProblem({ 'patient.id': 'This call registers a new patient: the id must be 0' })
    return call.write(async (writing) => {
      const { id: patientId } = await under('patient', () => savePatientRecord(writing, patient))
      if (nextOfKin !== undefined)
        await under('nextOfKin', () => saveNextOfKinRecord(writing, { ...nextOfKin, id: 0, patientId }))
      const pathway = await under('referral', () => addReferral(writing, patientId, referral))
      return { ...pathway, patientId }
    })
  })
  route(
    app,
    service,
    searchGp,
    { capability: 'patient.write', audit: 'none', idempotency: 'safe', rate: 'search' },
    (_, { search }) => findPractices(service.db.sql, search),
  )
}

/** Names the part of a compound form that a field failure belongs to, one found by the database included. */
const under = async <Reply>(part: string, work: () => Promise<Reply>): Promise<Reply> => {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ValidationProblem)) throw error
    throw new ValidationProblem(
      Object.fromEntries(
        Object.entries(error.fields).map(([field, message]) => [`${part}.${field}`, message]),
      ),
    )
  }
}
