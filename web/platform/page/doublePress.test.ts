import { beforeEach, expect, test } from 'vitest'
import { refuseStrayDoublePress } from './doublePress.ts'

let pressed: string[] = []
refuseStrayDoublePress(window)
document.addEventListener('click', ({ target }) => {
  if (target instanceof Element) pressed.push(target.id)
})

/** The clicks of one double click, each on the element that is there at the time. */
const clicks = (...ids: string[]): string[] => {
  for (const [index, id] of ids.entries())
    document
      .getElementById(id)
      ?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: index + 1 }))
  return pressed
}

beforeEach(() => {
  pressed = []
  document.body.innerHTML = `
    <button id="first">View</button><button id="next">View</button>
    <label id="words">Any <input id="box" type="checkbox" /></label>
    <p id="text">Text</p><a id="link" href="/falls"><b id="inside">Home</b></a>`
})

test('a double click on one thing presses it twice', () => {
  expect(clicks('first', 'first')).toEqual(['first', 'first'])
  pressed = []
  expect(clicks('link', 'inside')).toEqual(['link', 'inside'])
  pressed = []
  expect(clicks('text', 'text')).toEqual(['text', 'text'])
})

test('its second half does nothing on what has come under the pointer since', () => {
  expect(clicks('first', 'next')).toEqual(['first'])
  pressed = []
  expect(clicks('text', 'link', 'link')).toEqual(['text'])
})

test('its second half does nothing on what has become something else', () => {
  const button = document.getElementById('first') as HTMLElement
  button.addEventListener('click', () => (button.textContent = 'Yes, delete it'), { once: true })
  expect(clicks('first', 'first')).toEqual(['first'])
})

test('another press, however soon, is not a second half', () => {
  clicks('first')
  expect(clicks('next')).toEqual(['first', 'next'])
})

test('the words of a tick box are the tick box', () => {
  clicks('words', 'words')
  expect(pressed).toEqual(['words', 'box', 'words', 'box'])
})
