import { useQuery } from '@tanstack/react-query'
import { useCombobox } from 'downshift'
import { useDeferredValue, useState } from 'react'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { searchGp } from '../../../contract/patients/patient.ts'
import { call } from '../../platform/calls/api.ts'
import { messageOf } from '../../platform/ui/fields.tsx'
import type { PracticeChoice } from '../pds/useTraced.ts'
import type { GpBoxes } from './gpChoice.ts'

const fewestLetters = 2

const wordsOf = (choice: PracticeChoice | null): string =>
  choice === null
    ? ''
    : [choice.gp.name, choice.branch?.name, choice.branch?.postcode ?? choice.gp.postcode]
        .filter(Boolean)
        .join(', ')

interface GpFieldProps<In extends FieldValues, Out> {
  form: UseFormReturn<In, unknown, Out>
  /** Path of its values in the form, such as 'patient.'. */
  within?: string
  label: string
  hint: string
  autoFocus?: boolean
  /** The practice that the form has already. */
  begins?: PracticeChoice | null
}

/**
 * A practice or branch, searched for while typing. It must be chosen from the list; other text in the box is refused.
 */
export const GpField = <In extends FieldValues, Out>({
  form,
  within = '',
  label,
  hint,
  autoFocus = false,
  begins = null,
}: GpFieldProps<In, Out>) => {
  const [text, setText] = useState(wordsOf(begins))
  const [chosen, setChosen] = useState(begins)
  const search = useDeferredValue(text.trim())
  const isLongEnough = search.length >= fewestLetters
  const {
    data: found = [],
    isSuccess,
    isError,
  } = useQuery({
    queryKey: ['gp', search],
    queryFn: () => call(searchGp, { search }),
    enabled: isLongEnough,
    staleTime: 60_000,
  })
  const at = (name: keyof GpBoxes) => `${within}${name}` as FieldPath<In>
  const put = (name: keyof GpBoxes, value: string | null): void =>
    form.setValue(at(name), value as never, { shouldDirty: true })
  const choose = (choice: PracticeChoice | null, unchosen: string): void => {
    setChosen(choice)
    put('registeredGP', choice?.gp.id ?? null)
    put('registeredGP_Branch', choice?.branch?.id ?? null)
    put('unchosen', unchosen)
  }
  const { isOpen, highlightedIndex, getLabelProps, getMenuProps, getInputProps, getItemProps } =
    useCombobox<PracticeChoice>({
      items: found,
      itemToString: wordsOf,
      inputId: at('registeredGP'),
      initialSelectedItem: begins,
      // Editing the text ends the choice.
      stateReducer: (_, { type, changes }) =>
        type === useCombobox.stateChangeTypes.InputChange ? { ...changes, selectedItem: null } : changes,
      onInputValueChange: ({ inputValue, selectedItem }) => {
        setText(inputValue)
        if (selectedItem === null) choose(null, inputValue.trim())
      },
      onSelectedItemChange: ({ selectedItem }) => {
        if (selectedItem !== null) choose(selectedItem, '')
      },
    })
  const isListing = isOpen && isLongEnough && chosen === null
  const message = messageOf(form, at('registeredGP'))
  const isWrong = message !== ''
  return (
    <div className={`nhsuk-form-group sf-combobox ${isWrong ? 'nhsuk-form-group--error' : ''}`}>
      <label className="nhsuk-label" {...getLabelProps()}>
        {label}
      </label>
      <div className="nhsuk-hint" id="gp-hint">
        {hint}
      </div>
      {isWrong && (
        <span className="nhsuk-error-message" id="gp-error">
          <span className="nhsuk-u-visually-hidden">Error: </span>
          {message}
        </span>
      )}
      <input
        className={`nhsuk-input ${isWrong ? 'nhsuk-input--error' : ''}`}
        {...getInputProps({
          autoFocus,
          'aria-describedby': isWrong ? 'gp-hint gp-error' : 'gp-hint',
          'aria-invalid': isWrong || undefined,
          autoComplete: 'off',
        })}
      />
      <p className="nhsuk-u-visually-hidden" role="status">
        {isListing && isSuccess && (found.length === 1 ? '1 practice' : `${found.length} practices`)}
      </p>
      <ul className={`sf-combobox__list ${isListing ? '' : 'sf-combobox__list--closed'}`} {...getMenuProps()}>
        {isListing &&
          found.map((choice, index) => (
            <li
              key={`${choice.gp.id} ${choice.branch?.id ?? ''}`}
              className={highlightedIndex === index ? 'sf-combobox__on' : ''}
              {...getItemProps({ item: choice, index })}
            >
              {choice.branch === null
                ? choice.gp.name
                : `${choice.branch.name} (branch of ${choice.gp.name})`}{' '}
              <span className="sf-quiet sf-nowrap">{choice.branch?.postcode ?? choice.gp.postcode}</span>
            </li>
          ))}
        {isListing && isSuccess && found.length === 0 && (
          <li className="sf-quiet" role="option" aria-selected={false} aria-disabled>
            No practice found
          </li>
        )}
        {isListing && isError && (
          <li className="sf-quiet" role="option" aria-selected={false} aria-disabled>
            The practices cannot be loaded at the moment
          </li>
        )}
      </ul>
    </div>
  )
}
