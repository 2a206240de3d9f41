import { sql as raw } from 'kysely'
import type { z } from 'zod'
import type { followupInput } from '../../contract/records/followup.ts'
import { latestFirst, ofPathway, stamp, type RecordKind } from './kind.ts'
import { onPathway } from './parents.ts'

export const followupKind: RecordKind<z.output<typeof followupInput>> = {
  entity: 'followup',
  table: 'followup',
  parent: onPathway,
  identityOf: (input) => ({ ...input, parentId: input.pathwayId }),
  columnsOf: (input) => ({ call_date: input.callDate, clinician_id: input.clinicianId }),
  select: raw`
    select ${stamp}, record.call_date as "callDate", record.clinician_id as "clinicianId",
      jsonb_build_object('clinician', clinician.display_name) as names
    from ${ofPathway('followup')}
    join clinician on clinician.id = record.clinician_id`,
  order: latestFirst('callDate'),
  days: ['call_date'],
}
