import { useMutation } from '@tanstack/react-query'
import { useCombobox } from 'downshift'
import { useState } from 'react'
import type { AddressLines } from '../../../contract/platform/fields/addressLines.ts'
import { getAddress, searchAddress, type AddressMatch } from '../../../contract/reference/addressLookup.ts'
import type { InputOf } from '../../../contract/platform/calls/endpoint.ts'
import { ApiError, call } from '../../platform/calls/api.ts'
import { BusyWords } from '../../platform/ui/BusyWords.tsx'

/**
 * Searches through our own service. Only the text in the box leaves, when the user searches, and none of the address
 * service's code runs here. Choosing a group, such as the flats of a house, lists its addresses.
 */
export const AddressSearch = ({ onFound }: { onFound: (lines: AddressLines) => void }) => {
  const [text, setText] = useState('')
  const searching = useMutation({
    mutationFn: (input: InputOf<typeof searchAddress>) => call(searchAddress, input),
    networkMode: 'always',
  })
  const getting = useMutation({
    mutationFn: (id: string) => call(getAddress, { id }),
    networkMode: 'always',
  })
  const found = searching.data ?? null
  const isAsking = searching.isPending || getting.isPending
  const message = sentenceOf(searching.error ?? getting.error)

  const search = (within?: string): void => {
    getting.reset()
    searching.mutate({ text, within })
  }
  const choose = ({ id, isGroup }: AddressMatch): void => {
    if (isGroup) return search(id)
    searching.reset()
    getting.mutate(id, {
      onSuccess: (lines) => {
        setText('')
        onFound(lines)
      },
    })
  }
  const { highlightedIndex, getLabelProps, getMenuProps, getInputProps, getItemProps } =
    useCombobox<AddressMatch>({
      items: found ?? [],
      // Only a reply opens the list.
      isOpen: found !== null,
      inputValue: text,
      inputId: 'address-search',
      itemToString: (match) => match?.label ?? '',
      selectedItem: null,
      // Choices are handled in the event handlers below. If the list reported them, a choice would be lost when its
      // state changes again before the next render, as for a tap right after a pointer move.
      stateReducer: (_, { changes }) => ({ ...changes, selectedItem: null }),
      onIsOpenChange: ({ isOpen, type }) => {
        const isChoice =
          type === useCombobox.stateChangeTypes.ItemClick ||
          type === useCombobox.stateChangeTypes.InputKeyDownEnter
        if (!isOpen && !isChoice) searching.reset()
      },
    })
  const isWrong = message !== ''
  return (
    <div className={`nhsuk-form-group sf-combobox ${isWrong ? 'nhsuk-form-group--error' : ''}`}>
      <label className="nhsuk-label" {...getLabelProps()} htmlFor="address-search">
        Find an address
      </label>
      <div className="nhsuk-hint" id="address-search-hint">
        Postcode or first line. Only what you search for goes to the address service.
      </div>
      {isWrong && (
        <span className="nhsuk-error-message" id="address-search-error" role="alert">
          <span className="nhsuk-u-visually-hidden">Error: </span>
          {message}
        </span>
      )}
      <div className="sf-lookup__row">
        <input
          className={`nhsuk-input ${isWrong ? 'nhsuk-input--error' : ''}`}
          {...getInputProps({
            autoFocus: true,
            autoComplete: 'off',
            'aria-describedby': isWrong ? 'address-search-hint address-search-error' : 'address-search-hint',
            // Set here, because onInputValueChange runs too late for text typed in the middle.
            onChange: ({ currentTarget }) => {
              searching.reset()
              getting.reset()
              setText(currentTarget.value)
            },
            onKeyDown: (event) => {
              if (event.key !== 'Enter') return
              // Enter chooses or searches. It must not submit the surrounding form.
              event.preventDefault()
              const marked = found?.[highlightedIndex]
              if (marked === undefined) search()
              else choose(marked)
            },
          })}
        />
        <button
          type="button"
          className="sf-button"
          aria-disabled={isAsking}
          onClick={() => {
            if (!isAsking) search()
          }}
        >
          <BusyWords isBusy={isAsking}>Find address</BusyWords>
        </button>
      </div>
      <p className="nhsuk-u-visually-hidden" role="status">
        {found !== null && countOf(found.length)}
      </p>
      <ul
        className={`sf-combobox__list ${found === null ? 'sf-combobox__list--closed' : ''}`}
        {...getMenuProps()}
      >
        {found?.map((match, index) => (
          <li
            key={match.id}
            className={highlightedIndex === index ? 'sf-combobox__on' : ''}
            {...getItemProps({ item: match, index, onClick: () => choose(match) })}
          >
            {match.label}
            {match.isGroup && <span className="sf-quiet"> (more addresses)</span>}
          </li>
        ))}
        {found?.length === 0 && (
          <li className="sf-quiet" role="option" aria-selected={false} aria-disabled>
            No address found. Please type it below.
          </li>
        )}
      </ul>
    </div>
  )
}

const sentenceOf = (error: Error | null): string =>
  error instanceof ApiError && error.message === ''
    ? Object.values(error.fields).join('. ')
    : (error?.message ?? '')

const countOf = (count: number): string =>
  count === 0 ? 'No address found' : count === 1 ? '1 address' : `${count} addresses`
