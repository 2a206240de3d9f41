import { useParams } from '@tanstack/react-router'
import { useWatch } from 'react-hook-form'
import { addMonths, today } from '../../../contract/platform/dates/dates.ts'
import { flagForm, saveFlag, type Flag } from '../../../contract/patients/flags/flag.ts'
import {
  flagKindNames,
  flagKindOf,
  flagKinds,
  flagLabelsOf,
} from '../../../contract/patients/flags/flagKinds.ts'
import { redFlagActions } from '../../../contract/patients/flags/redFlag.ts'
import { labels } from '../../../contract/platform/words/labels.ts'
import { call } from '../../platform/calls/api.ts'
import { Fields } from '../../platform/ui/DescribedFields.tsx'
import { SelectField } from '../../platform/ui/SelectField.tsx'
import { useZodForm } from '../../platform/ui/useZodForm.ts'
import { SafetyForm } from './SafetyForm.tsx'
import { openFlags } from './openFlags.ts'
import { NewOrStored } from './WithSafetyNets.tsx'

/** Sets a flag (id 0) or changes an open one. */
export const FlagScreen = () => {
  const { flagId } = useParams({ from: '/falls/patient/flag/$flagId' })
  return (
    <NewOrStored id={flagId} rowsOf={openFlags}>
      {(flag) => <FlagForm key={flagId} flag={flag} />}
    </NewOrStored>
  )
}

/** How far ahead the suggested review date of a new flag is. Users can change it. */
const usualReviewMonths = 6

const FlagForm = ({ flag }: { flag: Flag | null }) => {
  const form = useZodForm(flagForm, {
    kind: flag?.kind,
    category: flag?.category ?? '',
    detail: flag?.detail ?? '',
    sinceDate: flag?.sinceDate ?? '',
    action: (flag?.action ?? '') as '',
    reviewDate: flag?.reviewDate ?? addMonths(today(), usualReviewMonths),
  })
  const { control, setValue } = form
  const kind = useWatch({ control, name: 'kind' })
  const asked =
    kind === undefined || !(kind in flagKinds) ? null : { ...flagKindOf(kind), labels: flagLabelsOf(kind) }
  return (
    <SafetyForm
      title={flag === null ? 'Add a flag' : `Edit flag: ${flagKindOf(flag.kind).title}`}
      said="Flag saved"
      kind="flag"
      row={flag}
      form={form}
      save={(values, which, options) => call(saveFlag, { ...values, ...which }, options)}
    >
      {flag === null && (
        <div
          onChange={() => {
            // Choices made for another kind do not apply to this one, and a red flag does not wait for months.
            setValue('category', '')
            setValue('action', '')
            setValue(
              'reviewDate',
              form.getValues('kind') === 'redFlag' ? today() : addMonths(today(), usualReviewMonths),
            )
          }}
        >
          <SelectField
            form={form}
            name="kind"
            label={labels.flag.kind}
            options={flagKindNames.map((name) => ({ id: name, name: flagKinds[name].title }))}
          />
        </div>
      )}
      {asked !== null && (
        <Fields
          form={form}
          labels={asked.labels}
          fields={[
            asked.category !== undefined && { select: 'category', options: asked.category.choices },
            kind === 'redFlag' && { select: 'action', options: redFlagActions },
            {
              lines: 'detail',
              isOptional: asked.detail.missing === undefined,
              hint: asked.detail.hint,
              rows: 3,
            },
            asked.sinceLabel !== undefined && { day: 'sinceDate', isOptional: true },
            {
              day: 'reviewDate',
              hint:
                asked.reviewLabel === undefined
                  ? 'The day on which it is reviewed'
                  : 'Today, unless it may wait',
            },
          ]}
        />
      )}
    </SafetyForm>
  )
}
