import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { formatDate, formatName } from '../../contract/format.ts'
import { frat, fratForm, fratPrompt, fratTitle, type Frat } from '../../contract/records/frat.ts'
import { ApiError, call } from '../api.ts'
import { usePathway } from '../pathway/PathwayFrame.tsx'
import { forgetAfterSave, lookupQuery } from '../queries.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { DateField } from '../ui/DateField.tsx'
import { SelectField, TextField } from '../ui/fields.tsx'
import { FailedState } from '../ui/FailedState.tsx'
import { FormFrame } from '../ui/FormFrame.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import { toast } from '../ui/Toast.tsx'
import { useZodForm } from '../ui/useZodForm.ts'
import { ConflictNotice, useConflict } from './ConflictNotice.tsx'

/** A FRAT of this pathway: 0 adds one, any other id edits one of its own. */
export const FratScreen = () => {
  const { fratId } = useParams({ strict: false }) as { fratId: string }
  const view = usePathway()
  const record = view.frat.find(({ id }) => String(id) === fratId) ?? null
  if (fratId !== '0' && record === null) return <FailedState error={new ApiError(404, 'Not found')} />
  return <FratForm key={`${fratId} ${record?.version ?? 0}`} record={record} />
}

const idText = (id: number | null | undefined): string => (id == null ? '' : String(id))

const FratForm = ({ record }: { record: Frat | null }) => {
  const { pathway, patient, frat: all } = usePathway()
  const navigate = useNavigate()
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const [isDeleting, setDeleting] = useState(false)
  const [failure, setFailure] = useState<ApiError | null>(null)
  const { data: teamMembers } = useQuery(lookupQuery('teamMember'))
  const { data: locations } = useQuery(lookupQuery('location'))
  const { data: destinations } = useQuery(lookupQuery('dischargedTo'))
  const conflict = useConflict(record?.version)
  const form = useZodForm(fratForm, {
    assessmentDate: record?.assessmentDate ?? '',
    teamMemberId: idText(record?.teamMemberId),
    locationId: idText(record?.locationId),
    fratScore: record === null ? '' : String(record.fratScore),
    dischargedTo: idText(record?.dischargedTo),
  })
  const typed = useWatch({ control: form.control, name: 'fratScore' })
  const score = fratForm.shape.fratScore.safeParse(typed)
  const here = { id: pathway.id, patientId: patient.id }
  const back = () => navigate({ to: '/falls/pathway/view', search: { ...here, section: 'frat' } })
  const name = formatName({ ...patient, namePrefix: patient.names.namePrefix })

  const remove = async (): Promise<void> => {
    if (record === null) return
    setDeleting(false)
    try {
      await call(frat.delete, { id: record.id, version: record.version })
      form.reset()
      await forgetAfterSave()
      toast('FRAT deleted')
      await back()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailure(error)
    }
  }

  return (
    <>
      <PageTitle>{record === null ? 'Add FRAT' : 'Edit FRAT'}</PageTitle>
      <p className="sf-quiet">{fratTitle}</p>
      {failure !== null && <FailedState error={failure} />}
      <ConflictNotice conflict={conflict} />
      <FormFrame
        form={form}
        guarded
        className="sf-form"
        submit="Save"
        onSave={async (values) => {
          await conflict.watch((version) =>
            call(
              frat.save,
              { ...values, id: record?.id ?? 0, version, pathwayId: pathway.id },
              record === null ? { idempotencyKey } : {},
            ),
          )
          await forgetAfterSave()
          toast('FRAT saved')
          await back()
        }}
        actions={
          <>
            <Link to="/falls/pathway/view" search={{ ...here, section: 'frat' }} className="sf-cancel">
              Cancel
            </Link>
            {record !== null && (
              <button type="button" className="sf-delete" onClick={() => setDeleting(true)}>
                Delete this FRAT
              </button>
            )}
          </>
        }
      >
        <DateField form={form} name="assessmentDate" label="Assessment date" />
        <SelectField
          form={form}
          name="teamMemberId"
          label="Team member"
          options={teamMembers}
          current={{ id: record?.teamMemberId ?? null, name: record?.names.teamMember ?? null }}
        />
        <SelectField
          form={form}
          name="locationId"
          label="Location"
          options={locations}
          current={{ id: record?.locationId ?? null, name: record?.names.location ?? null }}
        />
        <TextField
          form={form}
          name="fratScore"
          label="FRAT score"
          hint="0 to 5: how many of the five factors are present"
          width={2}
          inputMode="numeric"
          autoComplete="off"
        />
        <p className="sf-prompt" role="status">
          {score.success ? fratPrompt(score.data) : ''}
        </p>
        <SelectField
          form={form}
          name="dischargedTo"
          label="Discharged to (optional)"
          hint="Only when the person leaves the service after this assessment"
          options={destinations}
          optional
          current={{ id: record?.dischargedTo ?? null, name: record?.names.dischargedTo ?? null }}
        />
      </FormFrame>
      {isDeleting && record !== null && (
        <ConfirmDialog
          title="Delete this FRAT?"
          confirm="Yes, delete it"
          onCancel={() => setDeleting(false)}
          onConfirm={() => void remove()}
        >
          <p>
            FRAT of {formatDate(record.assessmentDate)}, score {record.fratScore}, of {name}.
          </p>
          {all.length === 1 && <p>It is the only FRAT, so the pathway goes back to awaiting assessment.</p>}
        </ConfirmDialog>
      )}
    </>
  )
}
