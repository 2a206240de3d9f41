import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../platform/calls/api.ts'
import { useAreShortcutsOn, useShortcut } from '../../platform/ui/shortcuts.ts'

/** Modules that only a search needs, so no page loads them before the first search. */
const loaded = () =>
  Promise.all([
    import('../../../contract/patients/search/searchText.ts'),
    import('./searchResultsStore.ts'),
  ]).catch(() => null)

/** Runs the search. Returns the service's error message, or '' if there is none. */
const find = async (findByText: (text: string) => Promise<unknown>, text: string): Promise<string> => {
  try {
    await findByText(text)
    return ''
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return error.message || (Object.values(error.fields)[0] ?? '')
  }
}

const resultsPath = '/falls/referral-search'

interface QuickSearchProps {
  id: string
  /** On a phone the box is shown only when it was opened. */
  isOpen: boolean
  onOpen: () => void
  /** Something was found. */
  onDone: () => void
}

/**
 * One box in the header for anything that is known of a patient; `/` moves the focus to it. Nothing typed goes into the
 * address.
 */
export const QuickSearch = ({ id, isOpen, onOpen, onDone }: QuickSearchProps) => {
  const site = useRouter()
  const [text, setText] = useState('')
  const [fault, setFault] = useState('')
  const box = useRef<HTMLInputElement>(null)

  const hasShortcut = useAreShortcutsOn()
  useShortcut('/', () => {
    box.current?.focus()
    // It is not shown yet.
    if (document.activeElement !== box.current) onOpen()
  })
  useEffect(() => {
    if (isOpen) box.current?.focus()
  }, [isOpen])

  const search = async (): Promise<void> => {
    if (text.trim() === '') return
    const needed = await loaded()
    if (needed === null)
      return setFault('The search could not be loaded. Check your connection and try again.')
    const [{ problemWithSearch }, { findByText }] = needed
    const wrong = problemWithSearch(text) ?? ''
    setFault(wrong)
    if (wrong !== '') return
    await site.navigate({ to: resultsPath })
    // The user chose to stay with unsaved work, so nothing is searched for yet.
    if (site.state.location.pathname !== resultsPath) return
    const refusal = await find(findByText, text)
    if (refusal !== '') return setFault(refusal)
    setText('')
    onDone()
  }
  return (
    <form
      id={id}
      role="search"
      className="sf-quick"
      onSubmit={(event) => {
        event.preventDefault()
        void search()
      }}
    >
      <input
        ref={box}
        type="search"
        aria-label="Find a patient by name, NHS number, birth, postcode, telephone or UBRN"
        placeholder="Name, number or postcode"
        autoComplete="off"
        spellCheck={false}
        value={text}
        aria-keyshortcuts={hasShortcut ? '/' : undefined}
        aria-invalid={fault !== ''}
        aria-describedby={fault === '' ? undefined : 'quick-fault'}
        onChange={(event) => {
          setText(event.target.value)
          setFault('')
        }}
      />
      {hasShortcut && <kbd aria-hidden="true">/</kbd>}
      <button type="submit">Find</button>
      {fault !== '' && (
        <p className="sf-quick__fault" id="quick-fault" role="alert">
          {fault}
        </p>
      )}
    </form>
  )
}
