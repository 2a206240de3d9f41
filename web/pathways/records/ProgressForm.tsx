import { Link } from '@tanstack/react-router'
import type { FieldPath, FieldValues } from 'react-hook-form'
import type { z } from 'zod'
import { ConfirmField } from '../../platform/ui/ConfirmField.tsx'
import type { RecordStamp } from '../../../contract/platform/calls/record.ts'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { forgetAfterSave } from '../../platform/calls/queries.ts'
import { StoredForm } from '../../platform/ui/StoredForm.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { toast } from '../../platform/ui/Toast.tsx'
import { History } from '../../platform/ui/History.tsx'
import { Fields, useFieldsForm, type FieldList } from '../../platform/ui/DescribedFields.tsx'
import { useReturnToPathway } from './returnTo.tsx'

interface ProgressFormProps<In extends FieldValues, Out extends FieldValues> {
  kind: 'equipmentAssessment' | 'onwardReferral'
  record: RecordStamp
  title: string
  /** Identifies the record, under the title. */
  about: string
  said: string
  schema: z.ZodType<Out, In>
  fields: FieldList<FieldPath<In>>
  labels: Readonly<Record<string, string>>
  save: (values: Out, version: number) => Promise<unknown>
}

/** The flow shared by the forms that record the progress of a record. They leave the record's own fields unchanged. */
export const ProgressForm = <In extends FieldValues, Out extends FieldValues>({
  kind,
  record,
  title,
  about,
  said,
  schema,
  fields,
  labels,
  save,
}: ProgressFormProps<In, Out>) => {
  const form = useFieldsForm<In, Out>(schema, fields, record, { afterDeathConfirmed: false })
  const { pathway, patient, stage } = usePathway()
  const place = useReturnToPathway(kind)
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <p className="sf-purpose">
        {about}
        {!stage.open && '. This referral is closed; what has happened since can still be recorded'}.{' '}
        {stage.open && (
          <Link
            to={
              kind === 'equipmentAssessment'
                ? '/falls/pathway/equipmentAssessment/$equipmentId'
                : '/falls/pathway/onwardReferral/$onwardReferralId'
            }
            params={{ equipmentId: String(record.id), onwardReferralId: String(record.id) }}
            search={{ id: pathway.id, patientId: patient.id }}
          >
            Change or delete the record
          </Link>
        )}
      </p>
      <StoredForm
        form={form}
        version={record.version}
        kind={kind}
        id={record.id}
        leave={() => forgetAfterSave().then(place.back)}
        save={(values, version) => save(values, version ?? record.version)}
        done={async () => {
          await forgetAfterSave()
          toast(said)
          await place.back()
        }}
        actions={place.cancel}
      >
        <Fields form={form} fields={fields} labels={labels} record={record} />
        <ConfirmField
          form={form}
          name={'afterDeathConfirmed' as FieldPath<In>}
          label="Record it although the date is after the patient died"
        />
      </StoredForm>
      <History kind={kind} id={record.id} version={record.version} />
    </>
  )
}
