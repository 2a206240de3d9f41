import { act, fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { MenuButton } from './MenuButton.tsx'

test('AC-2: Escape closes a menu that was opened by a pointer, where browsers give a pressed button no focus', () => {
  render(<MenuButton face="Menu" entries={[{ label: 'Sign out', act: () => undefined }]} />)
  const button = screen.getByRole('button', { name: /Menu/ })
  fireEvent.click(button)
  expect(screen.getByRole('button', { name: 'Sign out' })).toBeVisible()
  expect(document.body).toHaveFocus()
  act(() => void fireEvent.keyDown(document.body, { key: 'Escape' }))
  expect(screen.queryByRole('button', { name: 'Sign out' })).toBeNull()
  expect(button).toHaveFocus()
})
