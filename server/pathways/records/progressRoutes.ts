import type { FastifyInstance } from 'fastify'
import { saveEquipmentProgress } from '../../../contract/pathways/records/equipmentProgress.ts'
import { saveOnwardProgress } from '../../../contract/pathways/records/onwardProgress.ts'
import { notFound } from '../../platform/errors.ts'
import type { Rights } from '../../platform/http/request/rights.ts'
import { route } from '../../platform/http/calls/route.ts'
import type { Service } from '../../platform/http/calls/service.ts'
import type { RecordDeath } from '../../patients/patient/death.ts'
import type { Writing } from '../../platform/writes/write.ts'
import { equipmentAssessmentKind } from './equipmentAssessment.ts'
import { onwardReferralKind } from './onwardReferral.ts'
import { saveRecord } from './store.ts'

/**
 * Saves only the progress of an onward referral or of equipment. This is a save of the record with all other fields as
 * stored, so its rules, history and audit trail are the same. The version is required, so that a change by somebody
 * else is not overwritten. Accepted on a closed referral too: equipment is collected after a discharge and after a
 * death (decision 111).
 */
export const serveProgress = (
  app: FastifyInstance,
  service: Service,
  rights: Rights,
  recordDeath: RecordDeath,
): void => {
  route(app, service, saveEquipmentProgress, rights, (call, input) =>
    call.write(async (writing) => {
      const whole = { ...(await storedEquipment(writing, input.id)), ...input }
      return saveRecord(writing, equipmentAssessmentKind, whole, recordDeath, 'taken')
    }),
  )
  route(app, service, saveOnwardProgress, rights, (call, input) =>
    call.write(async (writing) => {
      const whole = { ...(await storedReferral(writing, input.id)), ...input }
      return saveRecord(writing, onwardReferralKind, whole, recordDeath, 'taken')
    }),
  )
}

const storedEquipment = async ({ sql }: Writing, id: number) => {
  const stored = await sql
    .selectFrom('equipment_assessment')
    .select('equipment_id as equipmentId')
    .where('id', '=', id)
    .where('is_active', '=', true)
    .executeTakeFirst()
  if (stored === undefined) throw notFound()
  return stored
}

const storedReferral = async ({ sql }: Writing, id: number) => {
  const stored = await sql
    .selectFrom('onward_referral')
    .select([
      'referral_date as referralDate',
      'referral_clinician_id as referralClinicianId',
      'refer_to_id as referToId',
      'referral_method_id as referralMethodId',
    ])
    .where('id', '=', id)
    .where('is_active', '=', true)
    .executeTakeFirst()
  if (stored === undefined) throw notFound()
  return stored
}
