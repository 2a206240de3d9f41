import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { Frat, fratInput } from '../../contract/records/frat.ts'
import type { DB } from '../db/types.ts'
import type { RecordKind } from './store.ts'

export const fratKind: RecordKind<z.output<typeof fratInput>> = {
  entity: 'frat',
  table: 'frat',
  columnsOf: (input) => ({
    assessment_date: input.assessmentDate,
    team_member_id: input.teamMemberId,
    location_id: input.locationId,
    frat_score: input.fratScore,
    discharged_to_id: input.dischargedTo,
  }),
  daysOf: ({ assessmentDate }) => ({ assessmentDate }),
}

/** FRAT assessments as the pathway page shows them, latest first; names of inactive choices included. */
export const selectFrats = (sql: Kysely<DB>) =>
  sql
    .selectFrom('frat')
    .innerJoin('team_member', 'team_member.id', 'frat.team_member_id')
    .innerJoin('location', 'location.id', 'frat.location_id')
    .leftJoin('discharged_to', 'discharged_to.id', 'frat.discharged_to_id')
    .leftJoin('app_user', 'app_user.id', 'frat.updated_by')
    .select([
      'frat.id',
      'frat.version',
      'frat.is_active',
      'frat.pathway_id',
      'frat.assessment_date',
      'frat.team_member_id',
      'frat.location_id',
      'frat.frat_score',
      'frat.discharged_to_id',
      'frat.updated_at',
      'app_user.display_name as recorded_by',
      'team_member.display_name as team_member',
      'location.name as location',
      'discharged_to.name as discharged_to',
    ])
    .where('frat.is_active', '=', true)
    .orderBy('frat.assessment_date', 'desc')
    .orderBy('frat.id', 'desc')

type FratRow = Awaited<ReturnType<ReturnType<typeof selectFrats>['execute']>>[number]

export const presentFrat = (row: FratRow): Frat => ({
  id: row.id,
  version: row.version,
  isActive: row.is_active,
  pathwayId: row.pathway_id,
  assessmentDate: row.assessment_date,
  teamMemberId: row.team_member_id,
  locationId: row.location_id,
  fratScore: row.frat_score,
  dischargedTo: row.discharged_to_id,
  recordedBy: row.recorded_by,
  recordedAt: row.updated_at,
  names: { teamMember: row.team_member, location: row.location, dischargedTo: row.discharged_to },
})
