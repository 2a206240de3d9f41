import { useState } from 'react'
import type { FieldPath, UseFormReturn } from 'react-hook-form'
import type { IncomingView } from '../../../contract/exchange/incoming/incomingReferral.ts'
import { labels } from '../../../contract/platform/words/labels.ts'
import type { PracticeChoice } from '../../patients/pds/useTraced.ts'
import { GpField } from '../../patients/patient/GpField.tsx'
import { FieldGroup } from '../../platform/ui/FieldGroup.tsx'
import { messageOf } from '../../platform/ui/fields.tsx'

interface PracticeFieldProps<In extends object, Out> {
  form: UseFormReturn<In, unknown, Out>
  practices: IncomingView['suggested']['practices']
  /** The practice that PDS names, which then comes first. */
  traced: PracticeChoice | null
  /** As the sender wrote it. */
  told: string | null | undefined
}

const other = 'other'

/** The practices that the sender may have meant, each one click away, and the search for any other. */
export const PracticeField = <In extends object, Out>({
  form,
  practices: suggested,
  traced,
  told,
}: PracticeFieldProps<In, Out>) => {
  const at = (name: string) => `patient.${name}` as FieldPath<In>
  const first = traced === null ? [] : [traced.gp]
  const practices = [...first, ...suggested.filter(({ id }) => id !== traced?.gp.id)]
  const [chosen, setChosen] = useState(() =>
    traced !== null || practices.length === 1 ? (practices[0]?.id ?? '') : '',
  )
  const choose = (id: string): void => {
    setChosen(id)
    const put = (name: string, value: string | null) =>
      form.setValue(at(name), value as never, { shouldDirty: true })
    put('registeredGP', id === other ? null : id)
    put('registeredGP_Branch', null)
    put('unchosen', '')
  }
  const written = told ? `The sender wrote: ${told}` : 'The sender named no practice.'
  const search = (
    <GpField
      form={form}
      within="patient."
      label={labels.patient.registeredGP}
      hint={`${practices.length === 0 ? `${written} ` : ''}Any word of its name, its code or postcode: type two letters or more, then choose from the list.`}
    />
  )
  if (practices.length === 0) return search
  const name = at('registeredGP')
  return (
    <>
      <FieldGroup
        name={chosen === other ? 'practice' : name}
        label={labels.patient.registeredGP}
        hint={written}
        message={chosen === other ? '' : messageOf(form, name)}
        className="sf-choices"
      >
        <div className="nhsuk-radios nhsuk-radios--small">
          {[...practices, { id: other, name: 'Another practice', postcode: null }].map((practice, index) => {
            const control = index === 0 && chosen !== other ? name : `practice-${practice.id}`
            return (
              <div className="nhsuk-radios__item" key={practice.id}>
                <input
                  className="nhsuk-radios__input"
                  type="radio"
                  name="practice"
                  id={control}
                  checked={chosen === practice.id}
                  onChange={() => choose(practice.id)}
                />
                <label className="nhsuk-label nhsuk-radios__label" htmlFor={control}>
                  {practice.name}{' '}
                  {practice.postcode !== null && <span className="sf-quiet">{practice.postcode}</span>}
                </label>
              </div>
            )
          })}
        </div>
      </FieldGroup>
      {chosen === other && search}
    </>
  )
}
