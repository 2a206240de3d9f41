import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { externalSearch, searchExternal } from '../../../contract/patients/search/search.ts'
import { call } from '../../platform/calls/api.ts'
import { DateField } from '../../platform/ui/DateField.tsx'
import { TextField } from '../../platform/ui/fields.tsx'
import { FormFrame } from '../../platform/ui/FormFrame.tsx'
import { useZodForm } from '../../platform/ui/useZodForm.ts'

/** Looks up one patient by three details that must all be right. A match opens the pathway (specification). */
export const ExternalSearch = () => {
  const navigate = useNavigate()
  const form = useZodForm(externalSearch, { nhsNumber: '', familyName: '', dateOfBirth: '' })
  /** The number of searches in a row that found nobody: each is announced. */
  const [misses, setMisses] = useState(0)
  return (
    <section className="sf-card sf-lookup-external" aria-labelledby="look-up">
      <h2 className="nhsuk-heading-s" id="look-up">
        Look up a patient
      </h2>
      <p>All three details must be exactly right. Capitals, accents and spaces in the name do not matter.</p>
      {misses > 0 && (
        <div className="sf-lookup-external__missed" role="alert" key={misses}>
          <p>
            <strong>Not Found</strong>
          </p>
          <p>
            Please check each detail. Patients who have not agreed to share their pathway with partner
            services cannot be found here.
          </p>
        </div>
      )}
      <FormFrame
        form={form}
        submit="Search"
        className="sf-form"
        onSave={async (details) => {
          // The previous result stays until this search is answered, so that nothing moves in between.
          const id = await call(searchExternal, details).catch((error: unknown) => {
            setMisses(0)
            throw error
          })
          if (id === null) setMisses(misses + 1)
          else await navigate({ to: '/falls/pathway/view', search: { id } })
        }}
      >
        <TextField
          form={form}
          name="nhsNumber"
          label="NHS number"
          hint="10 digits, with or without spaces"
          inputMode="numeric"
          autoComplete="off"
          width={20}
          autoFocus
        />
        <TextField form={form} name="familyName" label="Family name" autoComplete="off" width={20} />
        <DateField form={form} name="dateOfBirth" label="Date of birth" hint="For example, 14 7 1945" />
      </FormFrame>
      <p className="sf-quiet">
        Every search is recorded under your name. After 10 searches within 15 minutes that find nobody you
        must wait 15 minutes. After 30 in a day your search is switched off, and only the service can switch
        it on again.
      </p>
    </section>
  )
}
