import { useParams } from '@tanstack/react-router'
import { formatDate } from '../../../contract/platform/words/format.ts'
import { optional } from '../../../contract/platform/words/labels.ts'
import {
  fallRiskAnswers,
  medicinesReview,
  medicinesReviewForm,
  medicinesReviewRecord,
  type FallRiskAnswer,
  type MedicinesReview,
} from '../../../contract/pathways/records/medicinesReview.ts'
import { call } from '../../platform/calls/api.ts'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { ChoiceField } from '../../platform/ui/ChoiceField.tsx'
import { DateField } from '../../platform/ui/DateField.tsx'
import { TextField } from '../../platform/ui/fields.tsx'
import { TextAreaField } from '../../platform/ui/TextAreaField.tsx'
import { useZodForm } from '../../platform/ui/useZodForm.ts'
import { RecordForm } from './RecordForm.tsx'
import { RecordNotFound } from './RecordNotFound.tsx'
import { useReturnToPathway } from './returnTo.tsx'
import { useRecordAsOpened } from './useRecordAsOpened.ts'

/** Whether medicines that raise the risk of falling are taken, and the review of them; 0 adds one. */
export const MedicinesReviewScreen = () => {
  const { medicinesReviewId } = useParams({ from: '/falls/pathway/medicinesReview/$medicinesReviewId' })
  const record = useRecordAsOpened(usePathway().medicinesReview, medicinesReviewId)
  if (medicinesReviewId !== '0' && record === null) return <RecordNotFound />
  return <MedicinesReviewFormOf key={medicinesReviewId} record={record} />
}

const { labels } = medicinesReviewRecord

const MedicinesReviewFormOf = ({ record }: { record: MedicinesReview | null }) => {
  const { pathway } = usePathway()
  const form = useZodForm(medicinesReviewForm, {
    assessmentDate: record?.assessmentDate ?? '',
    // None is chosen beforehand; '' is how a form says so.
    fallRiskMedicines: record?.fallRiskMedicines ?? ('' as FallRiskAnswer),
    reviewAskedDate: record?.reviewAskedDate ?? '',
    reviewDoneDate: record?.reviewDoneDate ?? '',
    reviewedBy: record?.reviewedBy ?? '',
    note: record?.note ?? '',
    afterDeathConfirmed: false,
    unusualConfirmed: false,
  })
  return (
    <RecordForm
      kind="medicinesReview"
      record={record}
      form={form}
      place={useReturnToPathway('medicinesReview')}
      about={record === null ? '' : `Medicines review of ${formatDate(record.assessmentDate)}`}
      afterDeathField="afterDeathConfirmed"
      unusualField="unusualConfirmed"
      save={(values, identity, options) =>
        call(medicinesReview.save, { ...values, ...identity, pathwayId: pathway.id }, options)
      }
      remove={(identity) => call(medicinesReview.delete, { ...identity, pathwayId: pathway.id })}
    >
      <DateField form={form} name="assessmentDate" label={labels.assessmentDate} />
      <ChoiceField
        form={form}
        name="fallRiskMedicines"
        label={labels.fallRiskMedicines}
        hint="Such as sedatives, antidepressants, strong painkillers or medicines that lower blood pressure"
        options={fallRiskAnswers.map(({ code, title }) => ({ id: code, name: title }))}
        isInline
      />
      <DateField form={form} name="reviewAskedDate" label={optional(labels.reviewAskedDate)} />
      <DateField form={form} name="reviewDoneDate" label={optional(labels.reviewDoneDate)} />
      <TextField
        form={form}
        name="reviewedBy"
        label={optional(labels.reviewedBy)}
        hint="Name and role, such as the GP or a pharmacist"
        autoComplete="off"
      />
      <TextAreaField form={form} name="note" label={optional(labels.note)} rows={3} />
    </RecordForm>
  )
}
