import { measureForm, type MeasureRecord } from '../../../contract/pathways/records/measure.ts'
import { measureOf, walkingAids } from '../../../contract/pathways/records/measures.ts'
import { CheckboxField } from '../../platform/ui/CheckboxField.tsx'
import { DescribedForm } from './DescribedForm.tsx'
import { MeasureSitting } from './MeasureSitting.tsx'
import { recordScreen } from './recordScreen.tsx'

/** Corrects a measure of this pathway; id 0 records those of one sitting. */
export const MeasureScreen = recordScreen('measure', 'measureId', ({ record }) =>
  record === null ? <MeasureSitting /> : <MeasureFormOf record={record} />,
)

const MeasureFormOf = ({ record }: { record: MeasureRecord }) => {
  const { title, unit, hint, mayBeUnable, takesAid } = measureOf(record.measure)
  return (
    <DescribedForm
      kind="measure"
      record={record}
      schema={measureForm}
      note={<p className="sf-prompt">{title}</p>}
      values={{ measure: record.measure, unable: record.unable, aid: record.aid ?? '' }}
      fields={[
        { day: 'measuredDate' },
        {
          text: 'value',
          hint,
          width: 5,
          inputMode: 'decimal',
          suffix: unit || undefined,
          when: ['unable', (unable) => unable !== 'true'],
        },
        mayBeUnable === true && {
          part: (form) => (
            <CheckboxField
              form={form}
              name="unable"
              label="The person was unable to do it"
              onChange={(isTicked) => isTicked && form.setValue('value', '', { shouldDirty: true })}
            />
          ),
        },
        takesAid === true && { select: 'aid', options: walkingAids, isOptional: true },
        { lookup: 'clinicianId', of: 'clinician' },
      ]}
    />
  )
}
