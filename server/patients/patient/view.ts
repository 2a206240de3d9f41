import type { Kysely, RawBuilder } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { today } from '../../../contract/platform/dates/dates.ts'
import { chipsOf, isNotToBeCalled } from '../../../contract/patients/flags/chips.ts'
import type { PatientView } from '../../../contract/patients/patient.ts'
import type { DB } from '../../platform/db/types.ts'
import { notFound } from '../../platform/errors.ts'
import { flagFacts } from '../flags/read.ts'
import { patientGone } from './gone.ts'
import { nextOfKinInUse, selectPatients } from './present.ts'

/** SQL for the BMIs of the patient in the row, as a column of a statement. */
export type BmiList = RawBuilder<PatientView['bmi']>

/**
 * Reads one active patient with next of kin and pathways, latest first, in one statement.
 * @param opened ids of the pathways to show, or null for all of them
 */
export const viewPatient = async (
  sql: Kysely<DB>,
  id: number,
  opened: readonly number[] | null,
  bmiList: BmiList,
): Promise<PatientView> => {
  const patient = await selectPatients(sql)
    .select((row) => [
      flagFacts('patient').as('flagFacts'),
      bmiList.as('bmi'),
      nextOfKinInUse(sql).as('nextOfKin'),
      jsonArrayFrom(
        row
          .selectFrom('pathway')
          .leftJoin('work_list', 'work_list.pathway_id', 'pathway.id')
          .select(['pathway.id', 'pathway.referral_date', 'pathway.discharge_date', 'work_list.stage'])
          .whereRef('pathway.patient_id', '=', 'patient.id')
          .where('pathway.is_active', '=', true)
          .$if(opened !== null, (query) => query.where('pathway.id', 'in', opened ?? []))
          .orderBy('pathway.referral_date', (order) => order.desc().nullsLast())
          .orderBy('pathway.id', 'desc'),
      ).as('pathways'),
    ])
    .where('patient.id', '=', id)
    .where('patient.is_active', '=', true)
    .executeTakeFirst()
  if (patient === undefined) throw opened === null ? await patientGone(sql, id) : notFound()
  const { flagFacts: facts, ...shown } = patient
  return {
    ...shown,
    // Users who may see only what their own search opened are external.
    flags: chipsOf(facts, today(), opened === null ? 'staff' : 'external'),
    doNotCall: isNotToBeCalled(facts),
    pathways: patient.pathways.map((pathway) => ({
      id: pathway.id,
      referralDate: pathway.referral_date,
      stage: pathway.stage ?? (pathway.discharge_date === null ? 'cancelled' : 'discharged'),
      isOpen: pathway.stage !== null,
    })),
  }
}
