import { accessForm, accessHours, accessReasons, openRestricted } from '../../contract/restriction.ts'
import { labels } from '../../contract/labels.ts'
import { ApiError, call } from '../api.ts'
import { queryClient } from '../queryClient.ts'
import { ChoiceField } from '../ui/ChoiceField.tsx'
import { TextField } from '../ui/fields.tsx'
import { FormFrame } from '../ui/FormFrame.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import { useZodForm } from '../ui/useZodForm.ts'

/** Whose restricted record was asked for without a reason; null where it is not for that. */
export const restrictedRecord = (error: Error | null): number | null =>
  (error instanceof ApiError ? error.problem?.restricted?.patientId : null) ?? null

/** In place of a screen of a restricted record: asks why it has to be seen, and then shows it. */
export const RestrictedRecord = ({ patientId }: { patientId: number }) => {
  const form = useZodForm(accessForm, { reason: '' as never, words: '' })
  return (
    <>
      <PageTitle>This record is restricted</PageTitle>
      <p className="sf-purpose">
        You have no part in this person’s care so far. Say why you need to see the record, and it opens for{' '}
        {accessHours} hours, to you alone. Information Governance reads every reason.
      </p>
      <FormFrame
        form={form}
        className="sf-form"
        submit="Open the record"
        onSave={async (values) => {
          await call(openRestricted, { patientId, ...values })
          await queryClient.invalidateQueries()
        }}
      >
        <ChoiceField
          form={form}
          name="reason"
          label={labels.restrictedAccess.reason}
          options={accessReasons.map(({ code, title }) => ({ id: code, name: title }))}
        />
        <TextField form={form} name="words" label={labels.restrictedAccess.words} autoComplete="off" />
      </FormFrame>
    </>
  )
}
