import { useParams } from '@tanstack/react-router'
import {
  deleteReminderConsent,
  reminderConsentForm,
  saveReminderConsent,
  type ReminderConsent,
} from '../../../contract/patients/flags/reminderConsent.ts'
import { labels, optional } from '../../../contract/platform/words/labels.ts'
import { call } from '../../platform/calls/api.ts'
import { CheckboxField } from '../../platform/ui/CheckboxField.tsx'
import { ChoiceField } from '../../platform/ui/ChoiceField.tsx'
import { DateField } from '../../platform/ui/DateField.tsx'
import { TextField } from '../../platform/ui/fields.tsx'
import { useZodForm } from '../../platform/ui/useZodForm.ts'
import { SafetyForm } from './SafetyForm.tsx'
import { NewOrStored } from './WithSafetyNets.tsx'

/** The patient's answer about reminders; id 0 adds one. */
export const ReminderConsentScreen = () => {
  const { reminderConsentId } = useParams({ from: '/falls/patient/reminders/$reminderConsentId' })
  return (
    <NewOrStored id={reminderConsentId} rowsOf={({ reminderConsents }) => reminderConsents}>
      {(row) => <AnswerForm key={reminderConsentId} row={row} />}
    </NewOrStored>
  )
}

/** The value of the radio buttons; '' while nothing is chosen. */
const chosen = (answer: boolean | undefined): 'yes' | 'no' =>
  answer === undefined ? ('' as 'no') : answer ? 'yes' : 'no'
const answers = [
  { id: 'yes', name: 'Yes' },
  { id: 'no', name: 'No' },
]

const AnswerForm = ({ row }: { row: ReminderConsent | null }) => {
  const form = useZodForm(reminderConsentForm, {
    askedDate: row?.askedDate ?? '',
    byText: chosen(row?.byText),
    byMail: chosen(row?.byMail),
    isSilentNumber: row?.isSilentNumber ?? false,
    note: row?.note ?? '',
  })
  return (
    <SafetyForm
      title={row === null ? 'Add an answer about reminders' : 'Edit answer about reminders'}
      said="Answer saved"
      kind="reminderConsent"
      row={row}
      form={form}
      note={
        <p className="sf-purpose">
          A reminder gives day and time, and does not name the service. It is sent two days before, only to
          people who have said yes.
        </p>
      }
      save={(values, which, options) => call(saveReminderConsent, { ...values, ...which }, options)}
      deletes={{ what: 'this answer', remove: (which) => call(deleteReminderConsent, which) }}
    >
      <DateField form={form} name="askedDate" label={labels.reminderConsent.askedDate} />
      <ChoiceField
        form={form}
        name="byText"
        label={labels.reminderConsent.byText}
        options={answers}
        isInline
      />
      <ChoiceField
        form={form}
        name="byMail"
        label={labels.reminderConsent.byMail}
        options={answers}
        isInline
      />
      <CheckboxField form={form} name="isSilentNumber" label={labels.reminderConsent.isSilentNumber} />
      <TextField form={form} name="note" label={optional(labels.reminderConsent.note)} autoComplete="off" />
    </SafetyForm>
  )
}
