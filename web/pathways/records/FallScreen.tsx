import { useEffect } from 'react'
import { useWatch } from 'react-hook-form'
import { formatDate } from '../../../contract/platform/words/format.ts'
import { optional } from '../../../contract/platform/words/labels.ts'
import {
  type Fall,
  fall,
  fallDayInWords,
  fallForm,
  fallQuestions,
  fallRecord,
  injuries,
} from '../../../contract/pathways/records/fall.ts'
import { fallAdvice, mayBeRedFlag } from '../../../contract/pathways/records/fallReading.ts'
import { call } from '../../platform/calls/api.ts'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { CheckboxField } from '../../platform/ui/CheckboxField.tsx'
import { ChoiceField } from '../../platform/ui/ChoiceField.tsx'
import { DateField } from '../../platform/ui/DateField.tsx'
import { SelectField } from '../../platform/ui/SelectField.tsx'
import { TextField } from '../../platform/ui/fields.tsx'
import { useZodForm } from '../../platform/ui/useZodForm.ts'
import { answerText } from '../../platform/ui/YesNoField.tsx'
import { fallToSend, type FallFormState } from './fallValues.ts'
import { RedFlagFields } from './RedFlagFields.tsx'
import { useReturnToPathway } from './returnTo.tsx'
import { RecordForm } from './RecordForm.tsx'
import { recordScreen } from './recordScreen.tsx'

const { labels } = fallRecord

const howOf = (record: Fall | null): 'one' | 'several' =>
  // Nothing is chosen beforehand; '' is how a form says so.
  record === null ? ('' as 'one') : record.fallCount === null ? 'one' : 'several'

const FallFormOf = ({ record }: { record: Fall | null }) => {
  const { pathway, patient } = usePathway()
  const form: FallFormState = useZodForm(fallForm, {
    how: howOf(record),
    fallDate: record?.fallDate ?? '',
    isAbout: record?.isAbout === true,
    place: record?.place ?? '',
    activity: record?.activity ?? '',
    injury: record?.injury ?? '',
    longLie: answerText(record?.longLie),
    blackout: answerText(record?.blackout),
    ambulance: answerText(record?.ambulance),
    fallCount: record?.fallCount == null ? '' : String(record.fallCount),
    periodFrom: record?.periodFrom ?? '',
    redFlags: [],
    afterDeathConfirmed: false,
  })
  const how = useWatch({ control: form.control, name: 'how' })
  return (
    <RecordForm
      kind="fall"
      record={record}
      form={form}
      place={useReturnToPathway('fall')}
      about={
        record === null
          ? ''
          : record.fallCount === null
            ? `Fall of ${formatDate(record.fallDate)}`
            : fallDayInWords(record)
      }
      afterDeathField="afterDeathConfirmed"
      save={(values, identity, options) =>
        call(
          fall.save,
          { ...fallToSend(values), ...identity, patientId: patient.id, pathwayId: pathway.id },
          options,
        )
      }
      remove={(identity) => call(fall.delete, { ...identity, patientId: patient.id, pathwayId: pathway.id })}
    >
      <ChoiceField
        form={form}
        name="how"
        label="What is recorded?"
        options={[
          { id: 'one', name: 'One fall' },
          { id: 'several', name: 'A number of falls since the last contact' },
        ]}
      />
      {how === 'several' && (
        <>
          <TextField
            form={form}
            name="fallCount"
            label={labels.fallCount}
            hint="0 is an answer: no falls in that time"
            width={2}
            inputMode="numeric"
            autoComplete="off"
          />
          <DateField form={form} name="periodFrom" label={labels.periodFrom} />
        </>
      )}
      <DateField
        form={form}
        name="fallDate"
        label={how === 'several' ? 'Last day of the period' : 'Day of the fall'}
      />
      {how === 'one' && <OneFall form={form} />}
    </RecordForm>
  )
}

const answers = [
  { id: 'yes', name: 'Yes' },
  { id: 'no', name: 'No' },
  { id: '', name: 'Not known' },
]

const OneFall = ({ form }: { form: FallFormState }) => {
  const [injury, longLie, blackout] = useWatch({
    control: form.control,
    name: ['injury', 'longLie', 'blackout'],
  })
  const told = { injury: injury || null, longLie: longLie === 'yes', blackout: blackout === 'yes' }
  const advice = fallAdvice(told)
  const offersRedFlags = mayBeRedFlag(told)
  const { setValue } = form
  useEffect(() => {
    // What is no longer asked must not be sent.
    if (!offersRedFlags) setValue('redFlags', [])
  }, [offersRedFlags, setValue])
  return (
    <>
      <CheckboxField form={form} name="isAbout" label={labels.isAbout} />
      <TextField
        form={form}
        name="place"
        label={optional(labels.place)}
        hint="Such as the bathroom, or the steps outside"
        autoComplete="off"
      />
      <TextField
        form={form}
        name="activity"
        label={optional(labels.activity)}
        hint="Such as turning round, or getting up at night"
        autoComplete="off"
      />
      <SelectField
        form={form}
        name="injury"
        label={optional(labels.injury)}
        options={injuries.map(({ code, title }) => ({ id: code, name: title }))}
        optional="Not known"
      />
      {fallQuestions.map(({ field, question }) => (
        <ChoiceField key={field} form={form} name={field} label={question} options={answers} isInline />
      ))}
      <div role="status">
        {advice.map((words) => (
          <p className="sf-prompt" key={words}>
            {words}
          </p>
        ))}
      </div>
      {offersRedFlags && <RedFlagFields form={form} />}
    </>
  )
}

/** A fall of the patient, or a number of falls; 0 adds it. */
export const FallScreen = recordScreen('fall', 'fallId', FallFormOf)
