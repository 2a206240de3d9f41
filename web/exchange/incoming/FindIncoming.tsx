import { searchIncomingForm } from '../../../contract/exchange/incoming/incomingReferral.ts'
import { TextField } from '../../platform/ui/fields.tsx'
import { FormFrame } from '../../platform/ui/FormFrame.tsx'
import { useZodForm } from '../../platform/ui/useZodForm.ts'
import { soughtText } from './soughtText.ts'

/** Finds incoming referrals among those to decide and those that were decided. */
export const FindIncoming = () => {
  const text = soughtText.useValue((sought) => sought)
  const form = useZodForm(searchIncomingForm, { text: text ?? '' })
  return (
    <details className="nhsuk-details" open={text !== null}>
      <summary className="nhsuk-details__summary">
        <span className="nhsuk-details__summary-text">Find an incoming referral</span>
      </summary>
      <div className="nhsuk-details__text">
        <FormFrame
          form={form}
          className="sf-form"
          submit="Search"
          onSave={async (values) => {
            soughtText.set(values.text)
            return Promise.resolve()
          }}
          actions={
            text !== null && (
              <button
                type="button"
                className="nhsuk-button nhsuk-button--secondary"
                onClick={() => {
                  soughtText.set(null)
                  form.reset({ text: '' })
                }}
              >
                Show the list
              </button>
            )
          }
        >
          <TextField
            form={form}
            name="text"
            label="Reference, UBRN, NHS number or family name"
            width={20}
            autoComplete="off"
          />
        </FormFrame>
      </div>
    </details>
  )
}
