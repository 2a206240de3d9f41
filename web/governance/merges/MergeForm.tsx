import { useState } from 'react'
import { z } from 'zod'
import type { InputOf } from '../../../contract/platform/calls/endpoint.ts'
import {
  daysToUndo,
  isOnlyOn,
  isSettled,
  mergeFieldNames,
  mergeFields,
  mergeForm,
  nameOfSide,
  type MergeFieldName,
  type mergePatients,
  type MergePreview,
} from '../../../contract/governance/merge.ts'
import { ApiError } from '../../platform/calls/apiError.ts'
import { ChoiceField } from '../../platform/ui/ChoiceField.tsx'
import { ConfirmField } from '../../platform/ui/ConfirmField.tsx'
import { messageOf } from '../../platform/ui/fields.tsx'
import { FormFrame } from '../../platform/ui/FormFrame.tsx'
import { useZodForm } from '../../platform/ui/useZodForm.ts'
import { WorkButton } from '../../platform/ui/WorkButton.tsx'
import { held, RecordsSideBySide } from './RecordsSideBySide.tsx'

const which = z.enum(['first', 'later'])
type Which = z.output<typeof which>

/** Which record survives, and whose value to use for each field in which they differ. */
const choices = z.object({
  stays: which,
  ...(Object.fromEntries(mergeFieldNames.map((name) => [name, which])) as Record<
    MergeFieldName,
    typeof which
  >),
  ...mergeForm.shape,
})

interface MergeFormProps {
  preview: MergePreview
  readAgain: () => Promise<void>
  merge: (input: InputOf<typeof mergePatients>, names: { merged: string }) => Promise<void>
}

/** Merges two records: the user chooses which one survives, and a value for each field in which they differ. */
export const MergeForm = ({
  preview: { survivor: first, merged: later },
  readAgain,
  merge,
}: MergeFormProps) => {
  // Suggests the record with an NHS number, because it is the one that others know.
  const stays: Which = first.nhsNumber === null && later.nhsNumber !== null ? 'later' : 'first'
  const suggested = (name: MergeFieldName): Which =>
    isOnlyOn(name, first, later) ? 'first' : isOnlyOn(name, later, first) ? 'later' : stays
  const form = useZodForm(choices, {
    stays,
    ...(Object.fromEntries(mergeFieldNames.map((name) => [name, suggested(name)])) as Record<
      MergeFieldName,
      Which
    >),
    deathBeforeRecordsConfirmed: false,
  })
  const [hasMoved, setMoved] = useState(false)
  const name = { first: nameOfSide(first), later: nameOfSide(later) }
  const chosen = form.watch('stays')
  const leaves = chosen === 'first' ? later : first

  return (
    <FormFrame
      form={form}
      submit="Merge the records"
      className="sf-merge"
      onSave={async ({ stays: staying, deathBeforeRecordsConfirmed, ...fields }) => {
        const [survivor, merged] = staying === 'first' ? [first, later] : [later, first]
        const input = {
          survivorId: survivor.id,
          survivorVersion: survivor.version,
          mergedId: merged.id,
          mergedVersion: merged.version,
          takes: mergeFieldNames.filter((each) => fields[each] !== staying),
          deathBeforeRecordsConfirmed,
        }
        try {
          await merge(input, { merged: nameOfSide(merged) })
        } catch (error) {
          setMoved(error instanceof ApiError && error.problem?.code === 'conflict')
          throw error
        }
      }}
      actions={hasMoved && <WorkButton work={readAgain}>Read both records again</WorkButton>}
    >
      <ChoiceField
        form={form}
        name="stays"
        label="Which record stays?"
        hint="It keeps its NHS number. Links and bookmarks of the other record then open this one."
        options={[
          { id: 'first', name: `${name.first}, registered first` },
          { id: 'later', name: `${name.later}, registered later` },
        ]}
      />
      <p>Where the records differ, choose what is right.</p>
      <RecordsSideBySide
        first={first}
        later={later}
        note={(field) =>
          isSettled(field, first, later) ? (
            <span className="sf-compare__note">What one record has is kept</span>
          ) : (
            messageOf(form, field) !== '' && (
              <span className="nhsuk-error-message">{messageOf(form, field)}</span>
            )
          )
        }
        choose={(field, side, shown) =>
          isSettled(field, first, later) ? (
            shown
          ) : (
            <div className="nhsuk-radios nhsuk-radios--small">
              <div className="nhsuk-radios__item">
                <input
                  className="nhsuk-radios__input"
                  type="radio"
                  id={side === 'first' ? field : `${field}-later`}
                  value={side}
                  {...form.register(field)}
                />
                <label
                  className="nhsuk-label nhsuk-radios__label"
                  htmlFor={side === 'first' ? field : `${field}-later`}
                >
                  <span className="nhsuk-u-visually-hidden">{mergeFields[field].label}: </span>
                  {shown}
                </label>
              </div>
            </div>
          )
        }
      />
      <ConfirmField
        form={form}
        name="deathBeforeRecordsConfirmed"
        label="The date of death is right, though there are records after it"
      />
      <div className="sf-moved">
        <p>
          {nameOfSide(leaves)} leaves lists and searches. {follows(leaves)} A Team Lead can undo this within{' '}
          {daysToUndo} days.
        </p>
      </div>
    </FormFrame>
  )
}

const follows = (leaves: MergePreview['merged']): string =>
  leaves.holds.length === 0
    ? 'Nothing else is recorded there.'
    : `What is recorded there (${held(leaves)}) follows to the record that stays.`
