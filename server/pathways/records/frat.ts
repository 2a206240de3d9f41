import { jsonBuildObject } from 'kysely/helpers/postgres'
import type { z } from 'zod'
import {
  frat,
  fratItemFields,
  fratItems,
  scoreOf,
  type FratItem,
  fratInput,
  fratRecord,
} from '../../../contract/pathways/records/frat.ts'
import { saysDied } from '../referral/death.ts'
import { selected, valuesOf } from '../../platform/writes/columns.ts'
import type { StoredRow } from '../../platform/writes/saveRow.ts'
import { recordColumns, recordKind, recordsOnPathway } from './kind.ts'
import { onPathwayOfPatient } from './parents.ts'

type FratInput = z.output<typeof fratInput>

const itemColumns = recordColumns(fratItemFields)
export const fratColumns = recordColumns(fratInput.shape, { dischargedTo: 'discharged_to_id' })

/**
 * The answers stored with the score: those sent. If none were sent, those stored before, as long as they still add up
 * to the score.
 */
const itemsAfter = (input: FratInput, before: StoredRow<'frat'> | null) => {
  const isSilent = fratItems.every(({ field }) => input[field] === undefined)
  const answers = (from: (field: FratItem) => boolean | null | undefined) =>
    Object.fromEntries(fratItems.map(({ field }) => [field, from(field) ?? null])) as Record<
      FratItem,
      boolean | null
    >
  const stored = answers((field) => before?.[itemColumns[field]])
  return isSilent && scoreOf(stored) === input.fratScore ? stored : answers((field) => input[field])
}

export const fratKind = recordKind(frat, {
  entity: 'frat',
  table: 'frat',
  labels: fratRecord.labels,
  parent: onPathwayOfPatient,
  saysDied: (writing, { dischargedTo }) => saysDied(writing, 'discharged_to', dischargedTo),
  columns: fratColumns,
  settle: async (_writing, input, before) => valuesOf(itemColumns, itemsAfter(input, before)),
  select: recordsOnPathway('frat')
    .innerJoin('team_member', 'team_member.id', 'record.team_member_id')
    .innerJoin('location', 'location.id', 'record.location_id')
    .leftJoin('discharged_to', 'discharged_to.id', 'record.discharged_to_id')
    .select(selected('record', fratColumns))
    .select(({ ref }) =>
      jsonBuildObject({
        teamMember: ref('team_member.display_name'),
        location: ref('location.name'),
        dischargedTo: ref('discharged_to.name'),
      }).as('names'),
    ),
  days: ['assessmentDate'],
})
