import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { formatDate } from '../../../contract/platform/words/format.ts'
import {
  checklistParts,
  fallsChecklist,
  fallsChecklistForm,
  fallsChecklistRecord,
  findingOf,
  partStates,
  type ChecklistFinding,
  type ChecklistPart,
  type FallsChecklist,
  type PartState,
} from '../../../contract/pathways/records/fallsChecklist.ts'
import { call } from '../../platform/calls/api.ts'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { lookupQuery } from '../../platform/calls/lookupQuery.ts'
import { DateField } from '../../platform/ui/DateField.tsx'
import { TextField } from '../../platform/ui/fields.tsx'
import { idText } from '../../platform/ui/idText.ts'
import { SelectField } from '../../platform/ui/SelectField.tsx'
import { useZodForm } from '../../platform/ui/useZodForm.ts'
import { RecordForm } from './RecordForm.tsx'
import { RecordNotFound } from './RecordNotFound.tsx'
import { useReturnToPathway } from './returnTo.tsx'
import { useRecordAsOpened } from './useRecordAsOpened.ts'

/** The parts of a comprehensive falls assessment, each done, not needed or referred; 0 begins a list. */
export const FallsChecklistScreen = () => {
  const { fallsChecklistId } = useParams({ from: '/falls/pathway/fallsChecklist/$fallsChecklistId' })
  const record = useRecordAsOpened(usePathway().fallsChecklist, fallsChecklistId)
  if (fallsChecklistId !== '0' && record === null) return <RecordNotFound />
  return <FallsChecklistFormOf key={fallsChecklistId} record={record} />
}

const { labels } = fallsChecklistRecord

const statesOf = (record: FallsChecklist | null) =>
  Object.fromEntries(checklistParts.map(({ field }) => [field, record?.[field] ?? ''])) as Record<
    ChecklistPart,
    PartState | ''
  >
const findingsOf = (record: FallsChecklist | null) =>
  Object.fromEntries(
    checklistParts.map(({ field }) => [findingOf(field), record?.[findingOf(field)] ?? '']),
  ) as Record<ChecklistFinding, string>

const FallsChecklistFormOf = ({ record }: { record: FallsChecklist | null }) => {
  const { pathway } = usePathway()
  const { data: clinicians } = useQuery(lookupQuery('clinician'))
  const form = useZodForm(fallsChecklistForm, {
    assessmentDate: record?.assessmentDate ?? '',
    clinicianId: idText(record?.clinicianId),
    ...statesOf(record),
    ...findingsOf(record),
    afterDeathConfirmed: false,
    unusualConfirmed: false,
  })
  return (
    <RecordForm
      kind="fallsChecklist"
      record={record}
      form={form}
      place={useReturnToPathway('fallsChecklist')}
      note={
        <p className="sf-quiet">
          The parts of a comprehensive falls assessment after NICE NG249. One list can be filled in over
          several visits.
        </p>
      }
      about={record === null ? '' : `NG249 check-list of ${formatDate(record.assessmentDate)}`}
      afterDeathField="afterDeathConfirmed"
      unusualField="unusualConfirmed"
      save={(values, identity, options) =>
        call(fallsChecklist.save, { ...values, ...identity, pathwayId: pathway.id }, options)
      }
      remove={(identity) => call(fallsChecklist.delete, { ...identity, pathwayId: pathway.id })}
    >
      <DateField form={form} name="assessmentDate" label={labels.assessmentDate} />
      <SelectField
        form={form}
        name="clinicianId"
        label={labels.clinicianId}
        options={clinicians}
        current={{ id: record?.clinicianId ?? null, name: record?.names.clinician ?? null }}
      />
      {checklistParts.map(({ field, title }) => (
        <fieldset key={field} className="nhsuk-fieldset sf-checklist">
          <legend className="nhsuk-u-visually-hidden">{title}</legend>
          <SelectField
            form={form}
            name={field}
            label={title}
            options={partStates.map(({ code, title: name }) => ({ id: code, name }))}
            optional="Not finished"
          />
          <TextField form={form} name={findingOf(field)} label="Finding" autoComplete="off" />
        </fieldset>
      ))}
    </RecordForm>
  )
}
