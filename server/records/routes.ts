import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { Endpoint } from '../../contract/endpoint.ts'
import { bmi } from '../../contract/records/bmi.ts'
import { equipmentAssessment } from '../../contract/records/equipmentAssessment.ts'
import { exercise } from '../../contract/records/exercise.ts'
import { exerciseAttendance } from '../../contract/records/exerciseAttendance.ts'
import { followup } from '../../contract/records/followup.ts'
import { frat } from '../../contract/records/frat.ts'
import { onwardReferral } from '../../contract/records/onwardReferral.ts'
import type { deleteInput, historyCall, restoreInput } from '../../contract/records/record.ts'
import { treatmentPlan } from '../../contract/records/treatmentPlan.ts'
import { wellbeing } from '../../contract/records/wellbeing.ts'
import { serveHistory } from '../history/routes.ts'
import { grantedRead, readWithGrant } from '../search/grantedReads.ts'
import type { Rights } from '../http/rights.ts'
import type { Service } from '../http/service.ts'
import { route } from '../http/route.ts'
import { bmiKind } from './bmi.ts'
import { equipmentAssessmentKind } from './equipmentAssessment.ts'
import { exerciseKind } from './exercise.ts'
import { exerciseAttendanceKind } from './exerciseAttendance.ts'
import { followupKind } from './followup.ts'
import { fratKind } from './frat.ts'
import type { RecordKind } from './kind.ts'
import { onwardReferralKind } from './onwardReferral.ts'
import { deleteRecord, readRecord, restoreRecord, saveRecord } from './store.ts'
import { treatmentPlanKind } from './treatmentPlan.ts'
import { wellbeingKind } from './wellbeing.ts'

const recordSave: Rights = {
  capability: 'clinical.write',
  audit: 'write',
  idempotency: 'create',
  rate: 'write',
}
const recordDelete: Rights = {
  capability: 'clinical.write',
  audit: 'write',
  idempotency: 'repeatable',
  rate: 'write',
}
const recordRestore: Rights = { ...recordDelete, capability: 'record.restore' }

export const serveRecords = (app: FastifyInstance, service: Service): void => {
  serveRecord(app, service, frat, fratKind)
  serveRecord(app, service, wellbeing, wellbeingKind)
  serveRecord(app, service, treatmentPlan, treatmentPlanKind)
  serveRecord(app, service, exercise, exerciseKind)
  serveRecord(app, service, exerciseAttendance, exerciseAttendanceKind)
  serveRecord(app, service, followup, followupKind)
  serveRecord(app, service, equipmentAssessment, equipmentAssessmentKind)
  serveRecord(app, service, onwardReferral, onwardReferralKind)
  serveRecord(app, service, bmi, bmiKind)
}

type IdInput = z.ZodType<{ id: number }>
type SavedReply = z.ZodType<{ id: number; version: number }, { id: number; version: number }>

interface Calls<Save, Shown> {
  get: Endpoint<IdInput, z.ZodType<unknown, Shown>>
  save: Endpoint<z.ZodType<Save>, SavedReply>
  delete: Endpoint<z.ZodType<z.output<typeof deleteInput>>, SavedReply>
  restore: Endpoint<typeof restoreInput, SavedReply>
  history: ReturnType<typeof historyCall>
}

/** The journey that every kind shares. */
const serveRecord = <Save, Shown>(
  app: FastifyInstance,
  service: Service,
  calls: Calls<Save, Shown>,
  kind: RecordKind<Save, Shown>,
): void => {
  route(app, service, calls.get, grantedRead, async (call, { id }) => {
    const record = await readWithGrant(call, kind, id, (sql) => readRecord(sql, kind, id))
    call.showed({
      patientIds: [record.patientId],
      pathwayIds: record.pathwayId === undefined ? [] : [record.pathwayId],
      records: [{ entity: kind.entity, id, version: record.version }],
    })
    return record
  })
  route(app, service, calls.save, recordSave, (call, input) =>
    call.write((writing) => saveRecord(writing, kind, input)),
  )
  route(app, service, calls.delete, recordDelete, (call, input) =>
    call.write((writing) => deleteRecord(writing, kind, input)),
  )
  route(app, service, calls.restore, recordRestore, (call, input) =>
    call.write((writing) => restoreRecord(writing, kind, input)),
  )
  serveHistory(app, service, calls.history, { ...kind, parent: kind.parent.column })
}
