import { sql as raw, type Kysely } from 'kysely'
import type { FlagFacts } from '../../../contract/patients/flags/chips.ts'
import { flagFacts } from '../../patients/flags/read.ts'
import type { DB } from '../../platform/db/types.ts'

export interface Waiting {
  id: number
  version: number
  pathwayId: number
  patientId: number
  facts: FlagFacts
}

/** Who waits for a place in the class, the longest first. */
export const readWaiting = async (sql: Kysely<DB>, classId: number): Promise<Waiting[]> => {
  const { rows } = await raw<Waiting>`
    select member.id, member.version, member.pathway_id as "pathwayId", member.patient_id as "patientId",
      ${flagFacts('patient')} as facts
    from class_member as member
    join class_place as place on place.id = member.id
    join patient on patient.id = member.patient_id
    where member.class_id = ${classId} and member.state = 'waiting' and member.ended_how is null
    order by coalesce(place.waiting_since, place.created_at::date), member.id`.execute(sql)
  return rows
}
