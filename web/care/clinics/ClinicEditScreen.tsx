import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { z } from 'zod'
import { clinicForm, saveClinic, type ClinicView } from '../../../contract/care/clinics/clinic.ts'
import { appointmentTypes, appointmentTypeTitle } from '../../../contract/pathways/records/appointment.ts'
import { labels } from '../../../contract/platform/words/labels.ts'
import { stages, stageTitles } from '../../../contract/stages/stage.ts'
import { call } from '../../platform/calls/api.ts'
import { forgetAfterSave } from '../../platform/calls/queries.ts'
import { CancelLink } from '../../platform/ui/CancelLink.tsx'
import { ConfirmField } from '../../platform/ui/ConfirmField.tsx'
import { Fields, useFieldsForm, type FieldList } from '../../platform/ui/DescribedFields.tsx'
import { LoadingOrFailed } from '../../platform/ui/LoadingOrFailed.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { StoredForm } from '../../platform/ui/StoredForm.tsx'
import { toast } from '../../platform/ui/Toast.tsx'
import { clinicQuery } from './clinicQueries.ts'
import { ClinicExceptions } from './ClinicExceptions.tsx'

/** Creates a clinic or round (id 0) or edits one. */
export const ClinicEditScreen = () => {
  const { clinicId } = useParams({ from: '/falls/clinic-edit/$clinicId' })
  return clinicId === '0' ? <ClinicForm view={null} /> : <Existing key={clinicId} id={Number(clinicId)} />
}

const Existing = ({ id }: { id: number }) => {
  const { data: view, error, refetch } = useQuery(clinicQuery(id))
  if (view === undefined) return <LoadingOrFailed what="clinic" error={error} refetch={refetch} />
  return <ClinicForm view={view} />
}

const usual = {
  everyWeeks: '1',
  slots: '6',
  minutes: '30',
  travelMinutes: '0',
  places: '1',
  appointmentType: 'clinic',
}

const ClinicForm = ({ view: read }: { view: ClinicView | null }) => {
  // Keep the values from when the form opened, so that a refetch in the background does not overwrite what the user
  // types.
  const [view] = useState(read)
  const navigate = useNavigate()
  const fields: FieldList<keyof z.input<typeof clinicForm>> = [
    { text: 'name', hint: 'For example, Falls clinic on Monday' },
    {
      choice: 'appointmentType',
      options: appointmentTypes.map((code) => ({ code, title: appointmentTypeTitle(code) })),
      isInline: true,
    },
    { lookup: 'clinicianId', of: 'clinician' },
    { lookup: 'locationId', of: 'location' },
    {
      select: 'forStage',
      options: stages.map((code) => ({ code, title: stageTitles[code] })),
      unset: 'Anybody',
      isOptional: true,
      offersKnown: false,
      hint: 'A slot that becomes free is offered to those who wait longest on this list',
    },
    { day: 'firstDate', hint: 'The clinic is on this day of the week, for example 15 3 2026' },
    { day: 'lastDate', isOptional: true, hint: 'Without one the clinic goes on' },
    { text: 'everyWeeks', width: 3, isNumber: true, hint: '1 is every week' },
    { text: 'startTime', hint: 'For example, 09:30', width: 5 },
    { text: 'slots', width: 3, isNumber: true },
    { text: 'minutes', width: 3, isNumber: true },
    { text: 'travelMinutes', width: 3, isNumber: true },
    { text: 'places', width: 3, isNumber: true, hint: 'How many people have the same slot' },
    {
      text: 'districts',
      isOptional: true,
      hint: 'For a round of visits, for example BD1, BD2',
      when: ['appointmentType', (type) => type === 'visit'],
    },
    { part: () => <ClinicExceptions form={form} /> },
  ]
  const form = useFieldsForm(clinicForm, fields, view, {
    ...(view === null && usual),
    exceptions: view?.exceptions ?? [],
    unusualConfirmed: false,
  })
  const leave = async (id: number, said: string): Promise<void> => {
    await forgetAfterSave()
    toast(said)
    await navigate({ to: '/falls/clinic/$clinicId', params: { clinicId: String(id) }, replace: true })
  }
  return (
    <>
      <PageTitle>{view === null ? 'Add clinic' : 'Edit clinic'}</PageTitle>
      <StoredForm
        form={form}
        version={view?.version}
        leave={() => leave(view?.id ?? 0, 'Your changes were not saved')}
        save={(values, version, options) =>
          call(saveClinic, { ...values, id: view?.id ?? 0, version }, options)
        }
        done={({ id }) => leave(id, 'Clinic saved')}
        actions={
          view === null ? (
            <CancelLink to="/falls/clinics" />
          ) : (
            <CancelLink to="/falls/clinic/$clinicId" params={{ clinicId: String(view.id) }} />
          )
        }
      >
        <Fields form={form} fields={fields} labels={labels.clinic} record={view} />
        <ConfirmField form={form} name="unusualConfirmed" />
      </StoredForm>
    </>
  )
}
