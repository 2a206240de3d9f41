import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useWatch } from 'react-hook-form'
import { formatDate } from '../../../contract/platform/words/format.ts'
import { optional } from '../../../contract/platform/words/labels.ts'
import {
  appointment,
  appointmentForm,
  appointmentOutcomes,
  appointmentRecord,
  appointmentTypes,
  appointmentTypeTitle,
  type Appointment,
  type AppointmentType,
} from '../../../contract/pathways/records/appointment.ts'
import { call } from '../../platform/calls/api.ts'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { lookupQuery } from '../../platform/calls/lookupQuery.ts'
import { ChoiceField } from '../../platform/ui/ChoiceField.tsx'
import { DateField } from '../../platform/ui/DateField.tsx'
import { TextField } from '../../platform/ui/fields.tsx'
import { idText } from '../../platform/ui/idText.ts'
import { SelectField } from '../../platform/ui/SelectField.tsx'
import { useZodForm } from '../../platform/ui/useZodForm.ts'
import { RecordForm } from './RecordForm.tsx'
import { RecordNotFound } from './RecordNotFound.tsx'
import { useReturnToPathway } from './returnTo.tsx'
import { useRecordAsOpened } from './useRecordAsOpened.ts'

const { labels } = appointmentRecord

/** An appointment of this referral, and how it came out; 0 books one. */
export const AppointmentScreen = () => {
  const { appointmentId } = useParams({ from: '/falls/pathway/appointment/$appointmentId' })
  const record = useRecordAsOpened(usePathway().appointment, appointmentId)
  if (appointmentId !== '0' && record === null) return <RecordNotFound />
  return <AppointmentFormOf key={appointmentId} record={record} />
}

const AppointmentFormOf = ({ record }: { record: Appointment | null }) => {
  const { pathway } = usePathway()
  const { data: clinicians } = useQuery(lookupQuery('clinician'))
  const { data: locations } = useQuery(lookupQuery('location'))
  const form = useZodForm(appointmentForm, {
    // None is chosen beforehand; '' is how a form says so.
    appointmentType: record?.appointmentType ?? ('' as AppointmentType),
    appointmentDate: record?.appointmentDate ?? '',
    startTime: record?.startTime ?? '',
    minutes: idText(record?.minutes),
    locationId: idText(record?.locationId),
    clinicianId: idText(record?.clinicianId),
    outcome: record?.outcome ?? '',
    note: record?.note ?? '',
    afterDeathConfirmed: false,
    unusualConfirmed: false,
  })
  const outcome = useWatch({ control: form.control, name: 'outcome' })
  const isMissed = appointmentOutcomes.some(({ code, isMissed: missed }) => code === outcome && missed)
  return (
    <RecordForm
      kind="appointment"
      record={record}
      form={form}
      place={useReturnToPathway('appointment')}
      about={
        record === null ? '' : `Appointment of ${formatDate(record.appointmentDate)} at ${record.startTime}`
      }
      afterDeathField="afterDeathConfirmed"
      unusualField="unusualConfirmed"
      save={(values, identity, options) =>
        call(appointment.save, { ...values, ...identity, pathwayId: pathway.id }, options)
      }
      remove={(identity) => call(appointment.delete, { ...identity, pathwayId: pathway.id })}
    >
      <ChoiceField
        form={form}
        name="appointmentType"
        label={labels.appointmentType}
        options={appointmentTypes.map((type) => ({ id: type, name: appointmentTypeTitle(type) }))}
        isInline
      />
      <DateField form={form} name="appointmentDate" label={labels.appointmentDate} />
      <TextField
        form={form}
        name="startTime"
        label={labels.startTime}
        hint="For example, 10:30"
        width={5}
        autoComplete="off"
      />
      <TextField
        form={form}
        name="minutes"
        label={labels.minutes}
        width={3}
        inputMode="numeric"
        autoComplete="off"
      />
      <SelectField
        form={form}
        name="locationId"
        label={labels.locationId}
        options={locations}
        current={{ id: record?.locationId ?? null, name: record?.names.location ?? null }}
      />
      <SelectField
        form={form}
        name="clinicianId"
        label={labels.clinicianId}
        options={clinicians}
        current={{ id: record?.clinicianId ?? null, name: record?.names.clinician ?? null }}
      />
      <SelectField
        form={form}
        name="outcome"
        label={optional(labels.outcome)}
        hint="“Was not brought” is for somebody who depends on others to come"
        options={appointmentOutcomes.map(({ code, title }) => ({ id: code, name: title }))}
        optional="Not yet"
      />
      <div role="status">
        {isMissed && (
          <p className="sf-prompt">
            Find out why before anything else is decided: may the person be vulnerable? A discharge asks for
            the answer.
          </p>
        )}
      </div>
      <TextField form={form} name="note" label={optional(labels.note)} autoComplete="off" />
    </RecordForm>
  )
}
