import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import {
  accessForm,
  accessHours,
  accessReasons,
  openRestricted,
} from '../../../contract/governance/restriction.ts'
import { labels } from '../../../contract/platform/words/labels.ts'
import { call } from '../../platform/calls/api.ts'
import { queryClient } from '../../platform/calls/queryClient.ts'
import { useReasonAsked } from '../../platform/calls/reasonAsking.ts'
import { ChoiceField } from '../../platform/ui/ChoiceField.tsx'
import { TextField } from '../../platform/ui/fields.tsx'
import { FormFrame } from '../../platform/ui/FormFrame.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { useModal } from '../../platform/ui/useModal.ts'
import { useZodForm } from '../../platform/ui/useZodForm.ts'

interface ReasonFormProps {
  patientId: number
  submit: string
  onOpened: () => void | Promise<void>
  actions?: ReactNode
}

/** Asks why the user needs a restricted record, and opens it. */
const ReasonForm = ({ patientId, submit, onOpened, actions }: ReasonFormProps) => {
  const form = useZodForm(accessForm, { reason: '' as never, words: '' })
  return (
    <FormFrame
      form={form}
      className="sf-form"
      submit={submit}
      actions={actions}
      onSave={async (values) => {
        await call(openRestricted, { patientId, ...values })
        await onOpened()
      }}
    >
      <ChoiceField
        form={form}
        name="reason"
        label={labels.restrictedAccess.reason}
        options={accessReasons.map(({ code, title }) => ({ id: code, name: title }))}
      />
      <TextField
        form={form}
        name="words"
        label={labels.restrictedAccess.words}
        hint="For example: called from the floor, or I cover for a colleague this week"
        autoComplete="off"
      />
    </FormFrame>
  )
}

const opensFor = `It opens for ${accessHours} hours, or until you sign out, and only for you. Information Governance reads every reason.`

/** Shown in place of a screen of a restricted record: asks why the user needs it, and then shows the screen. */
export const RestrictedRecord = ({ patientId }: { patientId: number }) => (
  <>
    <PageTitle>This record is restricted</PageTitle>
    <p className="sf-purpose">
      You have no part in this person’s care yet. Say why you need the record. {opensFor}
    </p>
    <ReasonForm
      patientId={patientId}
      submit="Open the record"
      onOpened={() => queryClient.invalidateQueries()}
      actions={<Link to="/falls">Go to the home screen</Link>}
    />
  </>
)

/**
 * Shown over the page when a save was refused because a reason is missing. What was typed stays, and is saved once the
 * user gives a reason.
 */
export const ReasonBeforeSave = () => {
  const question = useReasonAsked()
  return question === null ? null : <ReasonDialog key={question.patientId} {...question} />
}

const ReasonDialog = ({ patientId, answer }: NonNullable<ReturnType<typeof useReasonAsked>>) => {
  const dialog = useModal()
  return (
    <dialog
      ref={dialog}
      className="sf-dialog"
      aria-labelledby="reason-title"
      aria-describedby="reason-text"
      onCancel={(event) => {
        event.preventDefault()
        answer(false)
      }}
    >
      <h2 className="nhsuk-heading-m" id="reason-title">
        This record is restricted
      </h2>
      <p id="reason-text">
        This is not saved yet. What you typed is still here, and is saved as soon as you say why you need the
        record. {opensFor}
      </p>
      <ReasonForm
        patientId={patientId}
        submit="Give the reason and save"
        onOpened={() => answer(true)}
        actions={
          <button
            type="button"
            className="nhsuk-button nhsuk-button--secondary"
            onClick={() => answer(false)}
          >
            Go back without saving
          </button>
        }
      />
    </dialog>
  )
}
