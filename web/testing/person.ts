import { fireEvent } from '@testing-library/react'

/** Actions of a user at the screen. */
export const click = (element: HTMLElement): void => void fireEvent.click(element)

/** Replaces the text of a field; in a list, chooses the option with this value. */
export const fill = (field: HTMLElement, text: string): void =>
  void fireEvent.change(field, { target: { value: text } })

/** Fills in a field and presses Enter. */
export const fillAndEnter = (field: HTMLElement, text: string): void => {
  fill(field, text)
  const { form } = field as HTMLInputElement
  if (form === null) throw new Error('The field belongs to no form')
  fireEvent.submit(form)
}

export const press = (key: string, on: Element = document.activeElement ?? document.body): void =>
  void fireEvent.keyDown(on, { key })
