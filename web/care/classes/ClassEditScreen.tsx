import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { z } from 'zod'
import { classForm, saveClass, type ClassView } from '../../../contract/care/classes/class.ts'
import { CancelLink } from '../../platform/ui/CancelLink.tsx'
import { Fields, useFieldsForm, type FieldList } from '../../platform/ui/DescribedFields.tsx'
import { labels } from '../../../contract/platform/words/labels.ts'
import { call } from '../../platform/calls/api.ts'
import { forgetAfterSave } from '../../platform/calls/queries.ts'
import { StoredForm } from '../../platform/ui/StoredForm.tsx'
import { LoadingOrFailed } from '../../platform/ui/LoadingOrFailed.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { toast } from '../../platform/ui/Toast.tsx'
import { ConfirmField } from '../../platform/ui/ConfirmField.tsx'
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
  const fields: FieldList<keyof z.input<typeof classForm>> = [
    { text: 'name' },
    { lookup: 'exerciseTypeId', of: 'exerciseType' },
    { lookup: 'locationId', of: 'location' },
    {
      day: 'firstDate',
      hint: 'The class is given on this day of the week, for example 15 3 2026',
    },
    { text: 'startTime', hint: 'For example, 10:30', width: 5 },
    { text: 'minutes', width: 3, isNumber: true },
    { text: 'weeks', hint: 'Days off are among them', width: 3, isNumber: true },
    { part: () => <DaysOff form={form} view={view} /> },
    { text: 'capacity', width: 3, isNumber: true },
    { lookup: 'clinicianId', of: 'clinician' },
    { text: 'qualification', isOptional: true, hint: 'For example, Postural Stability Instructor' },
    { day: 'qualificationExpires', isOptional: true },
  ]
  const form = useFieldsForm(classForm, fields, view, {
    ...(view === null && usual),
    daysOff: view?.daysOff ?? [],
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
      <StoredForm
        form={form}
        version={view?.version}
        leave={() => leave(view?.id ?? 0, 'Your changes were not saved')}
        save={(values, version, options) =>
          call(saveClass, { ...values, id: view?.id ?? 0, version }, options)
        }
        done={({ id }) => leave(id, 'Class saved')}
        actions={
          view === null ? (
            <CancelLink to="/falls/classes" />
          ) : (
            <CancelLink to="/falls/class/$classId" params={{ classId: String(view.id) }} />
          )
        }
      >
        <Fields form={form} fields={fields} labels={labels.class} record={view} />
        <ConfirmField form={form} name="unusualConfirmed" />
      </StoredForm>
    </>
  )
}
