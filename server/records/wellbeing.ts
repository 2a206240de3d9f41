import { sql as raw } from 'kysely'
import type { z } from 'zod'
import type { wellbeingInput } from '../../contract/records/wellbeing.ts'
import { FieldFailure } from '../errors.ts'
import type { Writing } from '../write.ts'
import { latestFirst, ofPathway, stamp, type RecordKind, type RecordPart } from './kind.ts'
import { onPathway } from './parents.ts'

type WellbeingInput = z.output<typeof wellbeingInput>

const readConcerns = async ({ sql }: Writing, id: number): Promise<number[]> => {
  const rows = await sql
    .selectFrom('wellbeing_concern')
    .select('concern_id')
    .where('wellbeing_id', '=', id)
    .orderBy('concern_id')
    .execute()
  return rows.map(({ concern_id: concern }) => concern)
}

/** The list of concerns: all of it is saved with the assessment, or none (trust DU-5). */
const concerns: RecordPart<WellbeingInput> = {
  name: 'concerns',
  read: readConcerns,
  wanted: async ({ sql }, input, before) => {
    const added = input.concerns.filter((id) => !((before ?? []) as number[]).includes(id))
    if (added.length > 0) {
      const found = await sql
        .selectFrom('concern')
        .select('id')
        .where('id', 'in', added)
        .where('is_active', '=', true)
        .execute()
      if (found.length < added.length) throw new FieldFailure({ concerns: 'Choose from the list' })
    }
    return input.concerns
  },
  write: async (writing, id, wanted) => {
    const { sql } = writing
    const ids = wanted as number[]
    await raw`delete from wellbeing_concern where wellbeing_id = ${id} and concern_id <> all(${ids})`.execute(
      sql,
    )
    await raw`
      insert into wellbeing_concern (wellbeing_id, concern_id) select ${id}, unnest(${ids}::bigint[])
      on conflict do nothing`.execute(sql)
  },
}

export const wellbeingKind: RecordKind<WellbeingInput> = {
  entity: 'wellbeing',
  table: 'wellbeing',
  parent: onPathway,
  identityOf: ({ assessment }) => ({ ...assessment, parentId: assessment.pathwayId }),
  columnsOf: ({ assessment }) => ({
    assessment_date: assessment.assessmentDate,
    clinician_id: assessment.clinicianId,
    location_id: assessment.locationId,
  }),
  fieldPrefix: 'assessment.',
  part: concerns,
  select: raw`
    select ${stamp}, record.assessment_date as "assessmentDate", record.clinician_id as "clinicianId",
      record.location_id as "locationId",
      (select coalesce(jsonb_agg(jsonb_build_object('id', concern.id, 'name', concern.name)
          order by concern.sort_order, concern.name), '[]'::jsonb)
        from wellbeing_concern as link join concern on concern.id = link.concern_id
        where link.wellbeing_id = record.id) as concerns,
      jsonb_build_object('clinician', clinician.display_name, 'location', location.name) as names
    from ${ofPathway('wellbeing')}
    join clinician on clinician.id = record.clinician_id
    join location on location.id = record.location_id`,
  order: latestFirst('assessmentDate'),
  days: ['assessment_date'],
}
