/** Keys with a function beyond what every browser gives them. */
export const shortcuts: readonly { keys: string; does: string }[] = [
  {
    keys: '/',
    does: 'Goes to the search at the top of the page. Not while you type in a field. It can be turned off under Account and safety.',
  },
  {
    keys: 'T',
    does: 'In the boxes of a date: enters today. In a month that you type by name it is a letter.',
  },
  { keys: 'Tab, Shift + Tab', does: 'Goes to the next or the previous field, button or link.' },
  { keys: 'Enter', does: 'In a form: saves it. On a link or button: presses it.' },
  { keys: 'Space', does: 'Presses a button, ticks a box.' },
  { keys: 'Arrow keys', does: 'Choose within a group of answers and within a list of suggestions.' },
  { keys: 'Escape', does: 'Closes a menu, a question or this help, and leaves everything as it was.' },
]
