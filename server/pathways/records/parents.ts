import { notFound, HttpProblem } from '../../platform/errors.ts'
import { assertOpen, assertThere } from '../referral/closed.ts'
import { lockPathway, lockPatientAndPathway, type Life, type LockedPathway } from '../../stages/lock.ts'
import type { Writing } from '../../platform/writes/write.ts'

/** What a record belongs to, locked for this transaction. */
export interface Held {
  patientId: number
  /** The pathways whose work list the record may change. */
  pathwayIds: number[]
  /** The patient's birth and death, if the patient was locked with the pathway. */
  life?: Life | undefined
  /** Throws if the pathway is closed. */
  requireOpen: () => void
  /** Throws if the pathway was deleted, but not if it is only closed. */
  requireThere: () => void
}

export type ParentField = 'pathwayId' | 'patientId' | 'exerciseId'
export type ParentColumn = 'pathway_id' | 'patient_id' | 'exercise_id'

/** A row that records belong to. It is always locked before the record, so that two commands cannot deadlock. */
export interface Parent<Column extends ParentColumn = ParentColumn> {
  column: Column
  /** The field of a save that names it. */
  field: ParentField
  /** @param pathwayId the pathway that the sender believes it belongs to; must agree (AZ-7) */
  lock: (writing: Writing, id: number, pathwayId: number | undefined) => Promise<Held>
}

const pathwayParent = (
  lock: (writing: Writing, id: number) => Promise<LockedPathway & { life?: Life }>,
): Parent<'pathway_id'> => ({
  column: 'pathway_id',
  field: 'pathwayId',
  lock: async (writing, id, pathwayId) => {
    if (pathwayId !== undefined && pathwayId !== id)
      throw new HttpProblem(409, 'conflict', 'This record belongs to another referral. Nothing was saved.')
    const pathway = await lock(writing, id)
    return {
      patientId: pathway.patient_id,
      pathwayIds: [pathway.id],
      life: pathway.life,
      requireOpen: () => assertOpen(pathway),
      requireThere: () => assertThere(pathway),
    }
  },
})
export const onPathway = pathwayParent(lockPathway)

/** For records that may report the patient's death, which moves the patient's other pathways too. */
export const onPathwayOfPatient = pathwayParent(lockPatientAndPathway)

/** A BMI belongs to the patient, whatever pathways there are, and never changes their work list. */
export const onPatient: Parent<'patient_id'> = {
  column: 'patient_id',
  field: 'patientId',
  lock: async ({ sql }, id, pathwayId) => {
    const patient = await sql
      .selectFrom('patient')
      .select(['id', 'is_active'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (patient === undefined || !patient.is_active) throw notFound()
    if (pathwayId !== undefined) {
      const pathway = await sql
        .selectFrom('pathway')
        .select('patient_id')
        .where('id', '=', pathwayId)
        .executeTakeFirst()
      if (pathway?.patient_id !== id)
        throw new HttpProblem(409, 'conflict', 'The referral belongs to another patient. Nothing was saved.')
    }
    return {
      patientId: patient.id,
      pathwayIds: [],
      requireOpen: () => undefined,
      requireThere: () => undefined,
    }
  },
}

/** The same, for records that may raise a red flag, which opens tasks on every referral of the patient. */
export const onPatientAndReferrals: Parent<'patient_id'> = {
  column: 'patient_id',
  field: 'patientId',
  lock: async (writing, id, pathwayId) => {
    const held = await onPatient.lock(writing, id, pathwayId)
    const pathways = await writing.sql
      .selectFrom('pathway')
      .select('id')
      .where('patient_id', '=', id)
      .where('is_active', '=', true)
      .orderBy('id')
      .forUpdate()
      .execute()
    const others = pathways.map((pathway) => pathway.id).filter((other) => other !== pathwayId)
    // The pathway that the sender named comes first: the sender's other ids are checked against it.
    return { ...held, pathwayIds: pathwayId === undefined ? others : [pathwayId, ...others] }
  },
}

/** An attendance belongs to an exercise plan, and so to its pathway. */
export const onExercise: Parent<'exercise_id'> = {
  column: 'exercise_id',
  field: 'exerciseId',
  lock: async (writing, id, pathwayId) => {
    const exercise = await writing.sql
      .selectFrom('exercise')
      .select(['pathway_id', 'is_active'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (exercise === undefined || !exercise.is_active) throw notFound()
    if (pathwayId !== undefined && pathwayId !== exercise.pathway_id)
      throw new HttpProblem(
        409,
        'conflict',
        'This exercise plan belongs to another referral. Nothing was saved.',
      )
    return onPathway.lock(writing, exercise.pathway_id, pathwayId)
  },
}
