import {
  doneBeforeAsked,
  medicinesReview,
  type FallRiskAnswer,
  medicinesReviewInput,
  medicinesReviewRecord,
} from '../../../contract/pathways/records/medicinesReview.ts'
import { ValidationProblem } from '../../platform/errors.ts'
import { selected } from '../../platform/writes/columns.ts'
import { recordColumns, recordKind, recordsOnPathway } from './kind.ts'
import { onPathway } from './parents.ts'

export const medicinesReviewColumns = recordColumns(medicinesReviewInput.shape)

export const medicinesReviewKind = recordKind(medicinesReview, {
  entity: 'medicinesReview',
  table: 'medicines_review',
  labels: medicinesReviewRecord.labels,
  parent: onPathway,
  columns: medicinesReviewColumns,
  // The contract compares the days that were sent; a day that was left out keeps its stored value.
  settle: async (_writing, input, before) => {
    const asked = input.reviewAskedDate === undefined ? before?.review_asked_date : input.reviewAskedDate
    const done = input.reviewDoneDate === undefined ? before?.review_done_date : input.reviewDoneDate
    if (asked != null && done != null && done < asked)
      throw new ValidationProblem({ reviewDoneDate: doneBeforeAsked })
    return {}
  },
  // Staff write these for each other.
  readOutside: { note: null, reviewedBy: null },
  select: recordsOnPathway('medicines_review')
    .select(selected('record', medicinesReviewColumns))
    // The table allows no other value.
    .$narrowType<{ fallRiskMedicines: FallRiskAnswer }>(),
  days: ['assessmentDate', 'reviewAskedDate', 'reviewDoneDate'],
})
