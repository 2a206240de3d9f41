import { jsonBuildObject } from 'kysely/helpers/postgres'
import type { z } from 'zod'
import {
  onwardReferral,
  onwardReferralInput,
  onwardReferralRecord,
} from '../../../contract/pathways/records/onwardReferral.ts'
import {
  onwardProblems,
  type OnwardAnswer,
  type OnwardOutcome,
  onwardProgressFields,
} from '../../../contract/pathways/records/onwardProgress.ts'
import { selected } from '../../platform/writes/columns.ts'
import type { StoredRow } from '../../platform/writes/saveRow.ts'
import { recordColumns, recordKind, recordsOnPathway } from './kind.ts'
import { onPathway } from './parents.ts'
import { afterSave, requireNone } from './progress.ts'

type OnwardReferralInput = z.output<typeof onwardReferralInput>
type Progress = Pick<OnwardReferralInput, keyof typeof onwardProgressFields>

export const onwardProgressColumns = recordColumns(onwardProgressFields)

export const onwardReferralColumns = recordColumns(onwardReferralInput.shape)

/**
 * Applies when a sender leaves out the progress fields, or returns them unchanged, and moves the referral past the days
 * in them. Those days then become the new day of the referral, the nearest to what was stored.
 */
const movedAlong = (referralDate: string, before: StoredRow<'onward_referral'> | null) => ({
  ...(before?.received_date != null &&
    before.received_date < referralDate && { received_date: referralDate }),
  ...(before?.outcome_date != null && before.outcome_date < referralDate && { outcome_date: referralDate }),
})

const isAsRead = (after: Progress, before: StoredRow<'onward_referral'>): boolean =>
  (Object.keys(onwardProgressColumns) as (keyof Progress)[]).every(
    (field) => after[field] === before[onwardProgressColumns[field]],
  )

export const onwardReferralKind = recordKind(onwardReferral, {
  entity: 'onwardReferral',
  table: 'onward_referral',
  labels: onwardReferralRecord.labels,
  parent: onPathway,
  columns: onwardReferralColumns,
  settle: (_, input, before) => {
    // Absent fields keep their stored values, and the rule applies to the result. A save that names none of these
    // fields is not checked against it.
    const after = afterSave(onwardProgressColumns, input, before)
    if (after === null || (before !== null && isAsRead(after, before)))
      return Promise.resolve(movedAlong(input.referralDate, before))
    requireNone(onwardProblems({ ...after, referralDate: input.referralDate }))
    return Promise.resolve({})
  },
  readOutside: { outcomeNote: null },
  select: recordsOnPathway('onward_referral')
    .innerJoin('clinician', 'clinician.id', 'record.referral_clinician_id')
    .innerJoin('refer_to', 'refer_to.id', 'record.refer_to_id')
    .innerJoin('method', 'method.id', 'record.referral_method_id')
    .select(selected('record', onwardReferralColumns))
    .select(({ ref }) =>
      jsonBuildObject({
        referralClinician: ref('clinician.display_name'),
        referTo: ref('refer_to.name'),
        referralMethod: ref('method.name'),
      }).as('names'),
    )
    // The table allows no other values.
    .$narrowType<{ answer: OnwardAnswer | null; outcome: OnwardOutcome | null }>(),
  days: ['referralDate', 'receivedDate', 'outcomeDate'],
})
