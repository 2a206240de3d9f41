import { labels } from '../../../contract/platform/words/labels.ts'
import {
  closeForm,
  closeSubjectRequest,
  type SubjectRequest,
} from '../../../contract/governance/subjectRequest.ts'
import { call } from '../../platform/calls/api.ts'
import { FormFrame } from '../../platform/ui/FormFrame.tsx'
import { TextField } from '../../platform/ui/fields.tsx'
import { toast } from '../../platform/ui/Toast.tsx'
import { useZodForm } from '../../platform/ui/useZodForm.ts'
import { forgetSubjectRequests } from './subjectRequestQueries.ts'

/** Closes a request without a release, such as one that was withdrawn. */
export const CloseRequest = ({ request: { id, version, patientId } }: { request: SubjectRequest }) => {
  const form = useZodForm(closeForm, { closedNote: '' })
  return (
    <details className="nhsuk-details">
      <summary className="nhsuk-details__summary">
        <span className="nhsuk-details__summary-text">Close without a release</span>
      </summary>
      <div className="nhsuk-details__text">
        <FormFrame
          form={form}
          holdsWork
          className="sf-form"
          submit="Close the request"
          onSave={async (values) => {
            await call(closeSubjectRequest, { id, version, patientId, ...values })
            toast('Request closed')
            await forgetSubjectRequests()
          }}
        >
          <TextField
            form={form}
            name="closedNote"
            label={labels.subjectRequest.closedNote}
            hint="Such as withdrawn on the telephone"
            autoComplete="off"
          />
        </FormFrame>
      </div>
    </details>
  )
}
