import type { UseFormReturn } from 'react-hook-form'
import {
  checklistParts,
  fallsChecklistForm,
  findingOf,
  partStates,
} from '../../../contract/pathways/records/fallsChecklist.ts'
import { SelectField } from '../../platform/ui/SelectField.tsx'
import { TextField } from '../../platform/ui/fields.tsx'
import { DescribedForm } from './DescribedForm.tsx'
import { recordScreen } from './recordScreen.tsx'

/** The parts of a comprehensive falls assessment, each done, not needed or referred; 0 begins a list. */
export const FallsChecklistScreen = recordScreen('fallsChecklist', 'fallsChecklistId', ({ record }) => (
  <DescribedForm
    kind="fallsChecklist"
    record={record}
    schema={fallsChecklistForm}
    note="The parts of a comprehensive falls assessment after NICE NG249. One list can be filled in over several visits."
    values={Object.fromEntries(
      checklistParts.flatMap(({ field }) => [
        [field, record?.[field] ?? ''],
        [findingOf(field), record?.[findingOf(field)] ?? ''],
      ]),
    )}
    fields={[
      { day: 'assessmentDate' },
      { lookup: 'clinicianId', of: 'clinician' },
      ...checklistParts.map(({ field, title }) => ({
        part: (form: UseFormReturn) => (
          <fieldset className="nhsuk-fieldset sf-checklist">
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
        ),
      })),
    ]}
  />
))
