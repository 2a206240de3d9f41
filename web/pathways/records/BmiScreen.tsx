import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { ConfirmField } from '../../platform/ui/ConfirmField.tsx'
import { formatDate } from '../../../contract/platform/words/format.ts'
import type { PatientRecord } from '../../../contract/patients/patient.ts'
import {
  bmi,
  bmiBand,
  bmiForm,
  hasLowerThresholds,
  type Bmi,
  bmiRecord,
} from '../../../contract/patients/bmi.ts'
import { call } from '../../platform/calls/api.ts'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { usePatient } from '../../patients/frames/PatientFrame.tsx'
import { PatientRecordNotFound } from '../../patients/frames/PatientRecordNotFound.tsx'
import { DateField } from '../../platform/ui/DateField.tsx'
import { TextField } from '../../platform/ui/fields.tsx'
import { useZodForm } from '../../platform/ui/useZodForm.ts'
import { BmiCalculator } from './BmiCalculator.tsx'
import { useReturnToPathway, useReturnToPatient, type ReturnTo } from './returnTo.tsx'
import { RecordForm } from './RecordForm.tsx'
import { RecordNotFound } from './RecordNotFound.tsx'
import { useRecordAsOpened } from './useRecordAsOpened.ts'

/** A BMI of the patient, opened from the pathway; id 0 adds one. */
export const PathwayBmiScreen = () => {
  const { patient, bmi: records } = usePathway()
  const { bmiId } = useParams({ from: '/falls/pathway/bmi/$bmiId' })
  const place = useReturnToPathway('bmi')
  return (
    <BmiOf id={bmiId} patient={patient} records={records} place={place}>
      <RecordNotFound />
    </BmiOf>
  )
}

/** The same, opened from the patient's own page. */
export const PatientBmiScreen = () => {
  const patient = usePatient()
  const { bmiId } = useParams({ from: '/falls/patient/bmi/$bmiId' })
  const place = useReturnToPatient(patient, 'bmi')
  return (
    <BmiOf id={bmiId} patient={patient} records={patient.bmi} place={place}>
      <PatientRecordNotFound />
    </BmiOf>
  )
}

interface BmiOfProps {
  /** From the address: 0 adds one. */
  id: string
  patient: PatientRecord
  records: readonly Bmi[]
  place: ReturnTo
  /** Shown if there is no such record. */
  children: ReactNode
}

const BmiOf = ({ id, patient, records, place, children }: BmiOfProps) => {
  const record = useRecordAsOpened(records, id)
  if (id !== '0' && record === null) return children
  return <BmiForm key={id} patient={patient} record={record} place={place} />
}

const BmiForm = ({
  patient,
  record,
  place,
}: Pick<BmiOfProps, 'patient' | 'place'> & { record: Bmi | null }) => {
  const form = useZodForm(bmiForm, {
    assessmentDate: record?.assessmentDate ?? '',
    bmi: record === null ? '' : String(record.bmi),
    unusualConfirmed: false,
    afterDeathConfirmed: false,
  })
  const typed = useWatch({ control: form.control, name: 'bmi' })
  const value = bmiForm.shape.bmi.safeParse(typed)
  return (
    <RecordForm
      kind="bmi"
      record={record}
      form={form}
      place={place}
      about={record === null ? '' : `BMI of ${formatDate(record.assessmentDate)}, ${record.bmi} kg/m²`}
      afterDeathField="afterDeathConfirmed"
      save={(values, identity, options) =>
        call(bmi.save, { ...values, ...identity, patientId: patient.id }, options)
      }
      remove={(identity) => call(bmi.delete, { ...identity, patientId: patient.id })}
    >
      <DateField form={form} name="assessmentDate" label={bmiRecord.labels.assessmentDate} />
      <TextField
        form={form}
        name="bmi"
        label={bmiRecord.labels.bmi}
        hint="In kg/m², with one decimal at most, such as 24.5"
        width={4}
        inputMode="decimal"
        autoComplete="off"
        suffix="kg/m²"
      />
      <p className="sf-prompt" role="status">
        {value.success ? (
          <>
            {bmiBand(value.data, patient.ethnicityCode)}
            {hasLowerThresholds(patient.ethnicityCode) && ' (thresholds for this ethnicity)'}. Over 65, read
            with caution: low values matter most for falls.
          </>
        ) : (
          ''
        )}
      </p>
      <ConfirmField form={form} name="unusualConfirmed" label="The BMI is right, though unusual" />
      <BmiCalculator onResult={(result) => form.setValue('bmi', String(result), { shouldDirty: true })} />
    </RecordForm>
  )
}
