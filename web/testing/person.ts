import { fireEvent } from '@testing-library/react'

/** What a person does at the screen. */
export const click = (element: HTMLElement): void => void fireEvent.click(element)

/** Puts this text into a field in place of what it holds; in a list, chooses the option with this value. */
export const fill = (field: HTMLElement, text: string): void =>
  void fireEvent.change(field, { target: { value: text } })

/** Fills a field and presses Enter in it. */
export const fillAndEnter = (field: HTMLElement, text: string): void => {
  fill(field, text)
  const { form } = field as HTMLInputElement
  if (form === null) throw new Error('The field belongs to no form')
  fireEvent.submit(form)
}

export const press = (key: string, on: Element = document.activeElement ?? document.body): void =>
  void fireEvent.keyDown(on, { key })
