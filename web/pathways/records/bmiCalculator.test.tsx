import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { BmiCalculator } from './BmiCalculator.tsx'

const type = (label: string, text: string): void => {
  const box = screen.getByLabelText(label)
  fireEvent.change(box, { target: { value: text } })
  fireEvent.blur(box)
}
const said = () => screen.getByRole('status', { hidden: true }).textContent

test('a height in metres is read, and what nobody can be is said and not offered', () => {
  const onResult = vi.fn()
  render(<BmiCalculator onResult={onResult} />)
  type('Height in centimetres', '1,65')
  type('Weight in kilograms', '68')
  expect(said()).toBe('BMI 25 kg/m²')
  fireEvent.click(screen.getByRole('button', { name: 'Use 25', hidden: true }))
  expect(onResult).toHaveBeenCalledWith(25)
  type('Height in centimetres', '5.6')
  expect(said()).toMatch(/^Check the height/)
  expect(screen.queryByRole('button', { name: /^Use/, hidden: true })).toBeNull()
  // No error is shown while the user is typing.
  fireEvent.change(screen.getByLabelText('Height in centimetres'), { target: { value: '1' } })
  expect(said()).toBe('')
})
