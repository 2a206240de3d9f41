import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../platform/calls/queryClient.ts'
import { json, type Seen } from '../../testing/fakeService.ts'
import { beSignedIn, clinician, quietService } from '../../testing/renderSite.tsx'
import { AddressSearch } from './AddressSearch.tsx'

const lines = {
  addressLine1: 'Flat 2',
  addressLine2: '',
  addressLine3: '',
  town: 'Sampletown',
  county: '',
  postcode: 'ZZ9 9ZZ',
}
const house = { id: 'house', label: 'Orchard House', isGroup: true }
const flat = { id: 'flat', label: 'Flat 2', isGroup: false }

afterEach(() => vi.unstubAllGlobals())

const isWithin = ({ body }: Seen): boolean => (JSON.parse(body) as { within?: string }).within === house.id

/** The list of a house's flats, after the house was chosen from the previous list. */
const openHouse = async (onFound: (found: typeof lines) => void): Promise<HTMLElement> => {
  beSignedIn(clinician)
  quietService({
    '/api/address/search': (seen) => json(isWithin(seen) ? [flat] : [house]),
    '/api/address/get': () => json(lines),
  })
  render(
    <QueryClientProvider client={queryClient}>
      <AddressSearch onFound={onFound} />
    </QueryClientProvider>,
  )
  // Clicking the label focuses the box.
  expect(screen.getByText('Find an address', { selector: 'label' })).toHaveAttribute(
    'for',
    screen.getByRole('combobox').id,
  )
  fireEvent.change(screen.getByRole('combobox'), { target: { value: 'ZZ9 9ZZ' } })
  fireEvent.click(screen.getByRole('button', { name: 'Find address' }))
  fireEvent.click(await screen.findByRole('option', { name: /Orchard House/ }))
  return screen.findByRole('option', { name: 'Flat 2' })
}

/** Dispatches events as a browser does: the testing library would wait for effects after each one. */
const withoutActing = async (work: () => Promise<void>): Promise<void> => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  await work()
}

test('a tap on an address chooses it, however close the tap comes upon the pointer', async () => {
  const found = vi.fn()
  const option = await openHouse(found)
  await withoutActing(async () => {
    // The tap arrives when the pointer's highlight has just been drawn.
    const tap = new MutationObserver(() => {
      tap.disconnect()
      option.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }))
    })
    tap.observe(option, { attributes: true })
    option.dispatchEvent(new MouseEvent('mousemove', { bubbles: true }))
    await waitFor(() => expect(found).toHaveBeenCalledWith(lines))
  })
  expect(found).toHaveBeenCalledTimes(1)
})

test('Enter chooses the address that is marked', async () => {
  const found = vi.fn()
  await openHouse(found)
  fireEvent.keyDown(screen.getByRole('combobox'), { key: 'ArrowDown' })
  fireEvent.keyDown(screen.getByRole('combobox'), { key: 'Enter' })
  await waitFor(() => expect(found).toHaveBeenCalledWith(lines))
  expect(found).toHaveBeenCalledTimes(1)
})
