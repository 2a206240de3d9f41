import { sql as raw } from 'kysely'
import { jsonArrayFrom, jsonBuildObject } from 'kysely/helpers/postgres'
import type { z } from 'zod'
import type { RedFlagSign } from '../../../contract/reference/redFlagSigns.ts'
import { wellbeing, wellbeingInput, wellbeingRecord } from '../../../contract/pathways/records/wellbeing.ts'
import { selected } from '../../platform/writes/columns.ts'
import { ValidationProblem } from '../../platform/errors.ts'
import type { Writing } from '../../platform/writes/write.ts'
import { recordColumns, recordKind, type RecordPart, recordsOnPathway } from './kind.ts'
import { onPathwayOfPatient } from './parents.ts'

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

/** The concerns that are new in this save. */
const added = (before: unknown, after: readonly number[]): number[] =>
  after.filter((id) => !((before ?? []) as number[]).includes(id))

/** The red flags that these concerns imply. */
const signsAmong = async ({ sql }: Writing, ids: readonly number[]): Promise<RedFlagSign[]> => {
  if (ids.length === 0) return []
  const rows = await sql
    .selectFrom('concern')
    .select('red_flag_sign')
    .where('id', 'in', ids)
    .where('red_flag_sign', 'is not', null)
    .execute()
  // The column allows no other value.
  return rows.map(({ red_flag_sign: sign }) => sign as RedFlagSign)
}

/** The list of concerns, saved completely with the assessment or not at all (DU-5). */
const concerns: RecordPart<WellbeingInput> = {
  name: 'concerns',
  read: readConcerns,
  wanted: async ({ sql }, input, before) => {
    const chosen = added(before, input.concerns)
    if (chosen.length > 0) {
      const found = await sql
        .selectFrom('concern')
        .select('id')
        .where('id', 'in', chosen)
        .where('is_active', '=', true)
        .execute()
      if (found.length < chosen.length) throw new ValidationProblem({ concerns: 'Choose from the list' })
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

export const wellbeingColumns = recordColumns(wellbeingInput.shape.assessment.shape)

export const wellbeingKind = recordKind(wellbeing, {
  entity: 'wellbeing',
  table: 'wellbeing',
  labels: wellbeingRecord.labels,
  // A concern may raise a red flag, which belongs to the patient.
  parent: onPathwayOfPatient,
  columns: wellbeingColumns,
  fieldsOf: ({ assessment }: WellbeingInput) => assessment,
  fieldPrefix: 'assessment.',
  part: concerns,
  redFlags: async (writing, { redFlags = [] }, { before, after }) => ({
    answers: redFlags,
    meant: await signsAmong(writing, added(before, after as number[])),
  }),
  select: recordsOnPathway('wellbeing')
    .innerJoin('clinician', 'clinician.id', 'record.clinician_id')
    .innerJoin('location', 'location.id', 'record.location_id')
    .select(selected('record', wellbeingColumns))
    .select((row) =>
      jsonArrayFrom(
        row
          .selectFrom('wellbeing_concern as link')
          .innerJoin('concern', 'concern.id', 'link.concern_id')
          .select(['concern.id', 'concern.name'])
          .whereRef('link.wellbeing_id', '=', 'record.id')
          .orderBy('concern.sort_order')
          .orderBy('concern.name'),
      ).as('concerns'),
    )
    .select(({ ref }) =>
      jsonBuildObject({ clinician: ref('clinician.display_name'), location: ref('location.name') }).as(
        'names',
      ),
    ),
  days: ['assessmentDate'],
})
