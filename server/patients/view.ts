import { sql as raw, type Kysely } from 'kysely'
import type { PatientView } from '../../contract/patient.ts'
import type { Bmi } from '../../contract/records/bmi.ts'
import type { DB } from '../db/types.ts'
import { notFound } from '../errors.ts'
import { bmiKind } from '../records/bmi.ts'
import { recordList } from '../records/store.ts'
import { presentPatient, selectPatients } from './present.ts'

/** One active patient with next of kin and every pathway, latest first. */
export const viewPatient = async (sql: Kysely<DB>, id: number): Promise<PatientView> => {
  const [patient, nextOfKin, pathways] = await Promise.all([
    selectPatients(sql)
      .select(recordList(bmiKind, 'patientId', raw.ref('patient.id')).$castTo<Bmi[]>().as('bmi'))
      .where('patient.id', '=', id)
      .where('patient.is_active', '=', true)
      .executeTakeFirst(),
    sql
      .selectFrom('next_of_kin')
      .leftJoin('name_prefix', 'name_prefix.id', 'next_of_kin.name_prefix_id')
      .selectAll('next_of_kin')
      .select('name_prefix.name as name_prefix')
      .where('patient_id', '=', id)
      .where('next_of_kin.is_active', '=', true)
      .executeTakeFirst(),
    sql
      .selectFrom('pathway')
      .leftJoin('work_list', 'work_list.pathway_id', 'pathway.id')
      .select(['pathway.id', 'pathway.referral_date', 'pathway.discharge_date', 'work_list.stage'])
      .where('pathway.patient_id', '=', id)
      .where('pathway.is_active', '=', true)
      .orderBy('pathway.referral_date', (order) => order.desc().nullsLast())
      .orderBy('pathway.id', 'desc')
      .execute(),
  ])
  if (patient === undefined) throw notFound()
  return {
    ...presentPatient(patient),
    nextOfKin:
      nextOfKin === undefined
        ? null
        : {
            id: nextOfKin.id,
            version: nextOfKin.version,
            patientId: nextOfKin.patient_id,
            familyName: nextOfKin.family_name,
            firstName: nextOfKin.first_name,
            namePrefix: nextOfKin.name_prefix_id,
            relationship: nextOfKin.relationship,
            phoneNumber: nextOfKin.phone_number,
            names: { namePrefix: nextOfKin.name_prefix },
          },
    pathways: pathways.map((pathway) => ({
      id: pathway.id,
      referralDate: pathway.referral_date,
      stage: pathway.stage ?? (pathway.discharge_date === null ? 'cancelled' : 'discharged'),
      isOpen: pathway.stage !== null,
    })),
    bmi: patient.bmi,
  }
}
