import { render, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { click } from '../../testing/person.ts'
import { WorkButton } from './WorkButton.tsx'

test('a second press while the first is under way does nothing, and a press after it does', async () => {
  const ended: (() => void)[] = []
  const work = () => new Promise<void>((resolve) => ended.push(resolve))
  render(<WorkButton work={work}>Send</WorkButton>)
  const button = screen.getByRole('button', { name: 'Send' })
  click(button)
  click(button)
  expect(ended).toHaveLength(1)
  expect(button).toHaveAttribute('aria-busy', 'true')
  ended[0]?.()
  await waitFor(() => expect(button).toHaveAttribute('aria-busy', 'false'))
  click(button)
  expect(ended).toHaveLength(2)
})
