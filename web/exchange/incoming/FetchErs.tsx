import { useNavigate } from '@tanstack/react-router'
import { fetchErsForm, fetchFromErs } from '../../../contract/exchange/incoming/ers.ts'
import { call } from '../../platform/calls/api.ts'
import { TextField } from '../../platform/ui/fields.tsx'
import { FormFrame } from '../../platform/ui/FormFrame.tsx'
import { toast } from '../../platform/ui/Toast.tsx'
import { useZodForm } from '../../platform/ui/useZodForm.ts'
import { forgetIncoming } from './incomingQueries.ts'

/** Fetches one referral at once, instead of waiting for the list to be read again. */
export const FetchErs = () => {
  const navigate = useNavigate()
  const form = useZodForm(fetchErsForm, { ubrn: '' })
  return (
    <details className="nhsuk-details">
      <summary className="nhsuk-details__summary">
        <span className="nhsuk-details__summary-text">Fetch a referral by its UBRN</span>
      </summary>
      <div className="nhsuk-details__text">
        <FormFrame
          form={form}
          className="sf-form"
          submit="Fetch"
          onSave={async (values) => {
            const { id, isNew } = await call(fetchFromErs, values)
            await forgetIncoming()
            toast(isNew ? 'Referral fetched' : 'This referral is here already')
            await navigate({ to: '/falls/incoming-referral', search: { id } })
          }}
        >
          <TextField
            form={form}
            name="ubrn"
            label="UBRN"
            hint="12 digits, from the NHS e-Referral Service"
            width={20}
            inputMode="numeric"
            autoComplete="off"
          />
        </FormFrame>
      </div>
    </details>
  )
}
