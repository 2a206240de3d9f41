import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useWatch } from 'react-hook-form'
import { formatDate } from '../../../contract/platform/words/format.ts'
import { optional } from '../../../contract/platform/words/labels.ts'
import {
  measure,
  measureForm,
  measureRecord,
  type MeasureRecord,
} from '../../../contract/pathways/records/measure.ts'
import { measureOf, walkingAids } from '../../../contract/pathways/records/measures.ts'
import { call } from '../../platform/calls/api.ts'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { lookupQuery } from '../../platform/calls/lookupQuery.ts'
import { CheckboxField } from '../../platform/ui/CheckboxField.tsx'
import { DateField } from '../../platform/ui/DateField.tsx'
import { TextField } from '../../platform/ui/fields.tsx'
import { idText } from '../../platform/ui/idText.ts'
import { SelectField } from '../../platform/ui/SelectField.tsx'
import { useZodForm } from '../../platform/ui/useZodForm.ts'
import { MeasureSitting } from './MeasureSitting.tsx'
import { RecordForm } from './RecordForm.tsx'
import { RecordNotFound } from './RecordNotFound.tsx'
import { useReturnToPathway } from './returnTo.tsx'
import { useRecordAsOpened } from './useRecordAsOpened.ts'

/** Corrects a measure of this pathway; id 0 records those of one sitting. */
export const MeasureScreen = () => {
  const { measureId } = useParams({ from: '/falls/pathway/measure/$measureId' })
  const record = useRecordAsOpened(usePathway().measure, measureId)
  if (measureId === '0') return <MeasureSitting />
  return record === null ? <RecordNotFound /> : <MeasureFormOf key={measureId} record={record} />
}

const { labels } = measureRecord

const MeasureFormOf = ({ record }: { record: MeasureRecord }) => {
  const { pathway } = usePathway()
  const { data: clinicians } = useQuery(lookupQuery('clinician'))
  const { title, unit, hint, mayBeUnable, takesAid } = measureOf(record.measure)
  const form = useZodForm(measureForm, {
    measuredDate: record.measuredDate,
    measure: record.measure,
    value: record.value === null ? '' : String(record.value),
    unable: record.unable,
    aid: record.aid ?? '',
    clinicianId: idText(record.clinicianId),
    unusualConfirmed: false,
    afterDeathConfirmed: false,
  })
  const isUnable = useWatch({ control: form.control, name: 'unable' }) === true
  return (
    <RecordForm
      kind="measure"
      record={record}
      form={form}
      place={useReturnToPathway('measure')}
      note={<p className="sf-prompt">{title}</p>}
      about={`${title} of ${formatDate(record.measuredDate)}`}
      afterDeathField="afterDeathConfirmed"
      unusualField="unusualConfirmed"
      save={(values, identity, options) =>
        call(measure.save, { ...values, ...identity, pathwayId: pathway.id }, options)
      }
      remove={(identity) => call(measure.delete, { ...identity, pathwayId: pathway.id })}
    >
      <DateField form={form} name="measuredDate" label={labels.measuredDate} />
      {!isUnable && (
        <TextField
          form={form}
          name="value"
          label={labels.value}
          {...(hint === undefined ? {} : { hint })}
          width={5}
          inputMode="decimal"
          autoComplete="off"
          {...(unit === '' ? {} : { suffix: unit })}
        />
      )}
      {mayBeUnable === true && (
        <CheckboxField
          form={form}
          name="unable"
          label="The person was unable to do it"
          onChange={(isTicked) => isTicked && form.setValue('value', '', { shouldDirty: true })}
        />
      )}
      {takesAid === true && (
        <SelectField
          form={form}
          name="aid"
          label={optional(labels.aid)}
          options={walkingAids.map(({ code, title: name }) => ({ id: code, name }))}
          optional
        />
      )}
      <SelectField
        form={form}
        name="clinicianId"
        label={labels.clinicianId}
        options={clinicians}
        current={{ id: record.clinicianId, name: record.names.clinician }}
      />
    </RecordForm>
  )
}
