import type { FastifyInstance } from 'fastify'
import { getPatient, saveNextOfKin, savePatient, searchGp } from '../../../contract/patients/patient.ts'
import { grantedRead, readWithGrant } from '../search/grantedReads.ts'
import type { Rights } from '../../platform/http/request/rights.ts'
import type { Service } from '../../platform/http/calls/service.ts'
import { route } from '../../platform/http/calls/route.ts'
import { findPractices } from './gp.ts'
import { saveNextOfKinRecord, savePatientRecord } from './store.ts'
import { viewPatient, type BmiList } from './view.ts'
import type { RecordedDays } from './life.ts'

const patientWrite: Rights = {
  capability: 'patient.write',
  audit: 'write',
  idempotency: 'create',
  rate: 'write',
}

/** What these routes need to know of a patient's records, which a room above manages. */
export interface OfRecords {
  recordedDays: RecordedDays
  bmiList: BmiList
}

export const servePatients = (
  app: FastifyInstance,
  service: Service,
  { recordedDays, bmiList }: OfRecords,
): void => {
  route(app, service, getPatient, grantedRead, async (call, { id }) => {
    const view = await readWithGrant(call, 'patient', id, (sql, opened) =>
      viewPatient(sql, id, opened, bmiList),
    )
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
    call.write((writing) => savePatientRecord(writing, input, recordedDays)),
  )
  route(app, service, saveNextOfKin, patientWrite, (call, input) =>
    call.write((writing) => saveNextOfKinRecord(writing, input)),
  )
  route(
    app,
    service,
    searchGp,
    { capability: 'patient.write', audit: 'none', idempotency: 'safe', rate: 'search' },
    (_, { search }) => findPractices(service.db.sql, search),
  )
}
