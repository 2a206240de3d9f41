import { demographicsSearch, nhsNumberSearch } from '../../../contract/patients/search/search.ts'
import { Fields } from '../../platform/ui/DescribedFields.tsx'
import { useMay } from '../../platform/session/session.ts'
import { TextField } from '../../platform/ui/fields.tsx'
import { FormFrame } from '../../platform/ui/FormFrame.tsx'
import { useZodForm } from '../../platform/ui/useZodForm.ts'
import { RegisterLink } from './RegisterLink.tsx'
import { findByDemographics, findByNhsNumber } from './searchResultsStore.ts'
import { personOfDetails } from './typedPerson.ts'

/** Both searches of the admissions home, side by side. */
export const SearchForms = ({ autoFocus = false }: { autoFocus?: boolean }) => (
  <div className="sf-searches">
    <section className="sf-card" aria-labelledby="by-number">
      <div className="sf-searches__head">
        <h2 className="nhsuk-heading-s" id="by-number">
          Find by NHS number
        </h2>
      </div>
      <NhsNumberForm autoFocus={autoFocus} />
    </section>
    <section className="sf-card" aria-labelledby="by-details">
      <div className="sf-searches__head">
        <h2 className="nhsuk-heading-s" id="by-details">
          Find by details
        </h2>
        <p className="sf-quiet">One detail is enough</p>
      </div>
      <DemographicsForm />
    </section>
  </div>
)

const NhsNumberForm = ({ autoFocus }: { autoFocus: boolean }) => {
  const form = useZodForm(nhsNumberSearch, { nhsNumber: '' })
  return (
    <FormFrame form={form} submit="Search" onSave={findByNhsNumber}>
      <TextField
        form={form}
        name="nhsNumber"
        label="NHS number"
        hint="10 digits, with or without spaces"
        inputMode="numeric"
        autoComplete="off"
        autoFocus={autoFocus}
      />
    </FormFrame>
  )
}

const searched = {
  familyName: 'Family name',
  firstName: 'First name',
  dateOfBirth: 'Date of birth',
  gender: 'Gender',
}

const DemographicsForm = () => {
  const mayRegister = useMay('patient.write')
  const form = useZodForm(demographicsSearch, { familyName: '', firstName: '', dateOfBirth: '', gender: '' })
  return (
    <FormFrame
      form={form}
      submit="Search"
      className="sf-row-form"
      onSave={findByDemographics}
      actions={
        mayRegister && (
          <>
            <RegisterLink
              className="nhsuk-button nhsuk-button--secondary"
              typed={() => ({ person: personOfDetails(form.getValues()) })}
            >
              Register a patient
            </RegisterLink>
            <RegisterLink
              className="nhsuk-button nhsuk-button--secondary"
              typed={() => ({ person: personOfDetails(form.getValues()) })}
              andRefer
            >
              Register and refer
            </RegisterLink>
          </>
        )
      }
    >
      <div className="sf-fields">
        <Fields
          form={form}
          labels={searched}
          fields={[
            { text: 'familyName', hint: 'Or its first letters' },
            { text: 'firstName', hint: 'Or its first letters' },
            { day: 'dateOfBirth', hint: 'For example, 14 7 1945' },
            { lookup: 'gender', of: 'gender', unset: 'Any' },
          ]}
        />
      </div>
    </FormFrame>
  )
}
