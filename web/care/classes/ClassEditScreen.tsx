import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { classForm, saveClass, type ClassView } from '../../../contract/care/classes/class.ts'
import { labels, optional } from '../../../contract/platform/words/labels.ts'
import { call } from '../../platform/calls/api.ts'
import { lookupQuery } from '../../platform/calls/lookupQuery.ts'
import { forgetAfterSave } from '../../platform/calls/queries.ts'
import { ConflictNotice, useConflict } from '../../platform/ui/ConflictNotice.tsx'
import { DateField } from '../../platform/ui/DateField.tsx'
import { LoadingOrFailed } from '../../platform/ui/LoadingOrFailed.tsx'
import { TextField } from '../../platform/ui/fields.tsx'
import { FormFrame } from '../../platform/ui/FormFrame.tsx'
import { idText } from '../../platform/ui/idText.ts'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { SelectField } from '../../platform/ui/SelectField.tsx'
import { toast } from '../../platform/ui/Toast.tsx'
import { ConfirmField } from '../../platform/ui/ConfirmField.tsx'
import { useCreateKey } from '../../platform/ui/useCreateKey.ts'
import { useZodForm } from '../../platform/ui/useZodForm.ts'
import { classQuery } from './classQueries.ts'
import { DaysOff } from './DaysOff.tsx'

/** Creates a class (id 0) or edits one. */
export const ClassEditScreen = () => {
  const { classId } = useParams({ from: '/falls/class-edit/$classId' })
  return classId === '0' ? <ClassForm view={null} /> : <Existing key={classId} id={Number(classId)} />
}

const Existing = ({ id }: { id: number }) => {
  const { data: view, error, refetch } = useQuery(classQuery(id))
  if (view === undefined) return <LoadingOrFailed what="class" error={error} refetch={refetch} />
  return <ClassForm view={view} />
}

const usual = { minutes: '60', weeks: '24', capacity: '12' }

const ClassForm = ({ view: read }: { view: ClassView | null }) => {
  // Keep the values from when the form opened, so that a refetch in the background does not overwrite what the user
  // types.
  const [view] = useState(read)
  const navigate = useNavigate()
  const create = useCreateKey()
  const conflict = useConflict(view?.version)
  const { data: types } = useQuery(lookupQuery('exerciseType'))
  const { data: locations } = useQuery(lookupQuery('location'))
  const { data: clinicians } = useQuery(lookupQuery('clinician'))
  const form = useZodForm(classForm, {
    name: view?.name ?? '',
    exerciseTypeId: idText(view?.exerciseTypeId),
    locationId: idText(view?.locationId),
    firstDate: view?.firstDate ?? '',
    startTime: view?.startTime ?? '',
    minutes: view === null ? usual.minutes : idText(view.minutes),
    weeks: view === null ? usual.weeks : idText(view.weeks),
    daysOff: view?.daysOff ?? [],
    clinicianId: idText(view?.clinicianId),
    qualification: view?.qualification ?? '',
    qualificationExpires: view?.qualificationExpires ?? '',
    capacity: view === null ? usual.capacity : idText(view.capacity),
    unusualConfirmed: false,
  })
  const leave = async (id: number, said: string): Promise<void> => {
    await forgetAfterSave()
    toast(said)
    await navigate({ to: '/falls/class/$classId', params: { classId: String(id) }, replace: true })
  }
  return (
    <>
      <PageTitle>{view === null ? 'Add class' : 'Edit class'}</PageTitle>
      <ConflictNotice
        conflict={conflict}
        leave={() => {
          form.reset()
          void leave(view?.id ?? 0, 'Your changes were not saved')
        }}
      />
      <FormFrame
        form={form}
        guarded
        className="sf-form"
        submit="Save"
        onSave={async (values) => {
          const { id } = await conflict.watch((version) =>
            view === null
              ? create((options) => call(saveClass, { ...values, id: 0 }, options))
              : call(saveClass, { ...values, id: view.id, version }),
          )
          await leave(id, 'Class saved')
        }}
        actions={
          view === null ? (
            <Link to="/falls/classes" className="sf-cancel">
              Cancel
            </Link>
          ) : (
            <Link to="/falls/class/$classId" params={{ classId: String(view.id) }} className="sf-cancel">
              Cancel
            </Link>
          )
        }
      >
        <TextField form={form} name="name" label={labels.class.name} autoComplete="off" />
        <SelectField
          form={form}
          name="exerciseTypeId"
          label={labels.class.exerciseTypeId}
          options={types}
          current={{ id: view?.exerciseTypeId ?? null, name: view?.names.exerciseType ?? null }}
        />
        <SelectField
          form={form}
          name="locationId"
          label={labels.class.locationId}
          options={locations}
          current={{ id: view?.locationId ?? null, name: view?.names.location ?? null }}
        />
        <DateField
          form={form}
          name="firstDate"
          label={labels.class.firstDate}
          hint="The class is given on this day of the week, for example 15 3 2026"
        />
        <TextField
          form={form}
          name="startTime"
          label={labels.class.startTime}
          hint="For example, 10:30"
          width={5}
          autoComplete="off"
        />
        <TextField
          form={form}
          name="minutes"
          label={labels.class.minutes}
          width={3}
          inputMode="numeric"
          autoComplete="off"
        />
        <TextField
          form={form}
          name="weeks"
          label={labels.class.weeks}
          hint="Days off are among them"
          width={3}
          inputMode="numeric"
          autoComplete="off"
        />
        <DaysOff form={form} view={view} />
        <TextField
          form={form}
          name="capacity"
          label={labels.class.capacity}
          width={3}
          inputMode="numeric"
          autoComplete="off"
        />
        <SelectField
          form={form}
          name="clinicianId"
          label={labels.class.clinicianId}
          options={clinicians}
          current={{ id: view?.clinicianId ?? null, name: view?.names.clinician ?? null }}
        />
        <TextField
          form={form}
          name="qualification"
          label={optional(labels.class.qualification)}
          hint="For example, Postural Stability Instructor"
          autoComplete="off"
        />
        <DateField
          form={form}
          name="qualificationExpires"
          label={optional(labels.class.qualificationExpires)}
        />
        <ConfirmField form={form} name="unusualConfirmed" />
      </FormFrame>
    </>
  )
}
