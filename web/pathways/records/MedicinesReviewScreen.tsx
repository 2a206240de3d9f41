import { fallRiskAnswers, medicinesReviewForm } from '../../../contract/pathways/records/medicinesReview.ts'
import { DescribedForm } from './DescribedForm.tsx'
import { recordScreen } from './recordScreen.tsx'

/** Whether medicines that raise the risk of falling are taken, and the review of them; 0 adds one. */
export const MedicinesReviewScreen = recordScreen('medicinesReview', 'medicinesReviewId', ({ record }) => (
  <DescribedForm
    kind="medicinesReview"
    record={record}
    schema={medicinesReviewForm}
    fields={[
      { day: 'assessmentDate' },
      {
        choice: 'fallRiskMedicines',
        options: fallRiskAnswers,
        hint: 'Such as sedatives, antidepressants, strong painkillers or medicines that lower blood pressure',
        isInline: true,
      },
      { day: 'reviewAskedDate', isOptional: true },
      { day: 'reviewDoneDate', isOptional: true },
      { text: 'reviewedBy', isOptional: true, hint: 'Name and role, such as the GP or a pharmacist' },
      { lines: 'note', isOptional: true, rows: 3 },
    ]}
  />
))
