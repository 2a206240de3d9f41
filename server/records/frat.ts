import { sql as raw } from 'kysely'
import type { z } from 'zod'
import { fratItems, scoreOf, type FratItem, type fratInput } from '../../contract/records/frat.ts'
import { latestFirst, ofPathway, stamp, type RecordKind, type Row } from './kind.ts'
import { onPathway } from './parents.ts'

const itemColumns: Record<FratItem, string> = {
  fallInLastYear: 'fall_in_last_year',
  fourOrMoreMedicines: 'four_or_more_medicines',
  strokeOrParkinsons: 'stroke_or_parkinsons',
  balanceProblems: 'balance_problems',
  cannotRiseFromChair: 'cannot_rise_from_chair',
}

type FratInput = z.output<typeof fratInput>

/** The answers that stand beside the score: those sent; else those stored, as long as they still add up to it. */
const itemsAfter = (input: FratInput, before: Row | null): Row => {
  const isSilent = fratItems.every(({ field }) => input[field] === undefined)
  const stored = Object.fromEntries(
    fratItems.map(({ field }) => [field, (before?.[itemColumns[field]] ?? null) as boolean | null]),
  )
  const kept = isSilent && scoreOf(stored) === input.fratScore ? stored : input
  return Object.fromEntries(
    fratItems.map(({ field }) => [
      itemColumns[field],
      (kept as Partial<Record<FratItem, boolean | null>>)[field] ?? null,
    ]),
  )
}

export const fratKind: RecordKind<FratInput> = {
  entity: 'frat',
  table: 'frat',
  parent: onPathway,
  identityOf: (input) => ({ ...input, parentId: input.pathwayId }),
  columnsOf: (input) => ({
    assessment_date: input.assessmentDate,
    team_member_id: input.teamMemberId,
    location_id: input.locationId,
    frat_score: input.fratScore,
    discharged_to_id: input.dischargedTo,
  }),
  settle: async (_writing, input, before) => itemsAfter(input, before),
  select: raw`
    select ${stamp}, record.assessment_date as "assessmentDate", record.team_member_id as "teamMemberId",
      record.location_id as "locationId", record.frat_score as "fratScore", record.discharged_to_id as "dischargedTo",
      record.fall_in_last_year as "fallInLastYear", record.four_or_more_medicines as "fourOrMoreMedicines",
      record.stroke_or_parkinsons as "strokeOrParkinsons", record.balance_problems as "balanceProblems",
      record.cannot_rise_from_chair as "cannotRiseFromChair",
      jsonb_build_object('teamMember', team_member.display_name, 'location', location.name,
        'dischargedTo', discharged_to.name) as names
    from ${ofPathway('frat')}
    join team_member on team_member.id = record.team_member_id
    join location on location.id = record.location_id
    left join discharged_to on discharged_to.id = record.discharged_to_id`,
  order: latestFirst('assessmentDate'),
  days: ['assessment_date'],
}
