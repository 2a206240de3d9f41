import { useQuery } from '@tanstack/react-query'
import { useCombobox } from 'downshift'
import { useDeferredValue, useState } from 'react'
import type { ReplyOf } from '../../contract/endpoint.ts'
import { searchGp } from '../../contract/patient.ts'
import { call } from '../api.ts'

export type PracticeChoice = ReplyOf<typeof searchGp>[number]

const wordsOf = (choice: PracticeChoice | null): string =>
  choice === null
    ? ''
    : [choice.gp.name, choice.branch?.name, choice.branch?.postcode ?? choice.gp.postcode]
        .filter(Boolean)
        .join(', ')

interface GpFieldProps {
  label: string
  hint: string
  autoFocus?: boolean
  onChoose: (choice: PracticeChoice | null) => void
}

/** A practice or branch, found while typing. */
export const GpField = ({ label, hint, autoFocus = false, onChoose }: GpFieldProps) => {
  const [text, setText] = useState('')
  const search = useDeferredValue(text.trim())
  const { data: found = [] } = useQuery({
    queryKey: ['gp', search],
    queryFn: () => call(searchGp, { search }),
    enabled: search.length >= 2,
    staleTime: 60_000,
  })
  const { isOpen, highlightedIndex, selectedItem, getLabelProps, getMenuProps, getInputProps, getItemProps } =
    useCombobox<PracticeChoice>({
      items: found,
      itemToString: wordsOf,
      inputId: 'registeredGP',
      onInputValueChange: ({ inputValue }) => {
        setText(inputValue)
        if (inputValue === '') onChoose(null)
      },
      onSelectedItemChange: ({ selectedItem: chosen }) => onChoose(chosen),
    })
  const isListing = isOpen && search.length >= 2 && wordsOf(selectedItem ?? null) !== text
  return (
    <div className="nhsuk-form-group sf-combobox">
      <label className="nhsuk-label" {...getLabelProps()}>
        {label}
      </label>
      <div className="nhsuk-hint" id="gp-hint">
        {hint}
      </div>
      <input
        className="nhsuk-input"
        {...getInputProps({
          autoFocus,
          'aria-describedby': 'gp-hint',
          autoComplete: 'off',
        })}
      />
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
              <span className="sf-quiet">{choice.branch?.postcode ?? choice.gp.postcode}</span>
            </li>
          ))}
        {isListing && found.length === 0 && <li className="sf-quiet">No practice found</li>}
      </ul>
    </div>
  )
}
