import { screen } from '@testing-library/react'
import { expect } from 'vitest'
import { formInvalid } from '../../contract/platform/words/messages.ts'

/**
 * The error summary of a refused form. It has the focus, so that screen readers announce it; found by its heading
 * (web/platform/ui/FormShell.tsx).
 */
export const errorSummary = async (title = formInvalid): Promise<HTMLElement> => {
  const heading = await screen.findByText(title)
  const summary = heading.closest<HTMLElement>('[role=group]')
  expect(summary).toHaveAccessibleName(title)
  return summary as HTMLElement
}
