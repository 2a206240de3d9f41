import type { Kysely } from 'kysely'
import type { PathwayView } from '../../contract/pathway/pathway.ts'
import { placeOf } from '../../contract/pathway/stage.ts'
import type { DB } from '../db/types.ts'
import { notFound } from '../errors.ts'
import { presentPatient, selectPatients } from '../patients/present.ts'
import { presentFrat, selectFrats } from '../records/fratStore.ts'
import { readFacts } from './facts.ts'

/** Everything the pathway page shows. A pathway of another patient than the one named is not found (trust CS-1). */
export const viewPathway = async (
  sql: Kysely<DB>,
  { id, patientId }: { id: number; patientId?: number | undefined },
): Promise<PathwayView> => {
  const [pathway, patient, facts, frats, stageChanges] = await Promise.all([
    selectPathway(sql, id),
    selectPatients(sql)
      .where('patient.id', '=', (select) =>
        select.selectFrom('pathway').select('pathway.patient_id').where('pathway.id', '=', id),
      )
      .executeTakeFirst(),
    readFacts(sql, [id]),
    selectFrats(sql).where('frat.pathway_id', '=', id).execute(),
    selectStageChanges(sql, id),
  ])
  const known = facts.get(id)
  if (pathway === undefined || patient === undefined || known === undefined) throw notFound()
  if (!pathway.is_active || (patientId !== undefined && patientId !== pathway.patient_id)) throw notFound()
  return {
    pathway: {
      id: pathway.id,
      version: pathway.version,
      isActive: pathway.is_active,
      patientId: pathway.patient_id,
      referralDate: pathway.referral_date,
      referrerId: pathway.referrer_id,
      referralMethodId: pathway.referral_method_id,
      cancelReferralDate: pathway.cancel_referral_date,
      dischargeDate: pathway.discharge_date,
      comments: pathway.comments,
      generalNotes: pathway.general_notes,
      recordedBy: pathway.recorded_by,
      recordedAt: pathway.updated_at,
      names: { referrer: pathway.referrer, referralMethod: pathway.method },
    },
    patient: presentPatient(patient),
    stage: placeOf(known),
    frat: frats.map(presentFrat),
    stageChanges,
  }
}

const selectPathway = (sql: Kysely<DB>, id: number) =>
  sql
    .selectFrom('pathway')
    .leftJoin('referrer', 'referrer.id', 'pathway.referrer_id')
    .leftJoin('method', 'method.id', 'pathway.referral_method_id')
    .leftJoin('app_user', 'app_user.id', 'pathway.updated_by')
    .selectAll('pathway')
    .select(['referrer.name as referrer', 'method.name as method', 'app_user.display_name as recorded_by'])
    .where('pathway.id', '=', id)
    .executeTakeFirst()

const selectStageChanges = async (sql: Kysely<DB>, id: number) =>
  sql
    .selectFrom('stage_transition')
    .leftJoin('app_user', 'app_user.id', 'stage_transition.user_id')
    .select([
      'stage_transition.from_stage as from',
      'stage_transition.to_stage as to',
      'stage_transition.at',
      'app_user.display_name as by',
    ])
    .where('pathway_id', '=', id)
    .orderBy('stage_transition.id')
    .execute()
