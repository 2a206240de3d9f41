import { afterEach, beforeAll, expect, it } from 'vitest'
import { guardAgainstForeignChanges } from './foreignChanges.ts'

/*
 * Foreign changes are made with calls that the guard does not intercept, like those of a browser's translator and
 * extensions, which run in a JavaScript world of their own.
 */
const own = { insertBefore: Node.prototype.insertBefore, removeChild: Node.prototype.removeChild }
const foreign = {
  insert: (parent: Node, node: Node, before: Node | null) => own.insertBefore.call(parent, node, before),
  remove: (parent: Node, node: Node) => own.removeChild.call(parent, node),
  replace: (node: Node, by: Node) => {
    const parent = node.parentNode as Node
    foreign.insert(parent, by, node)
    foreign.remove(parent, node)
  },
}
let watch: (element: Element) => void
beforeAll(() => {
  watch = guardAgainstForeignChanges()
})
afterEach(() => document.body.replaceChildren())

const page = (html: string): Element => {
  const element = document.createElement('div')
  element.innerHTML = html
  document.body.append(element)
  watch(element)
  return element
}
const font = (text: string): Element => Object.assign(document.createElement('font'), { textContent: text })

it('keeps away what React took out, whatever was done to it before', () => {
  const root = page('<p>Allergic to penicillin. <i></i>Anna SMITH</p>')
  const element = root.firstElementChild as Element
  const [allergy, , name] = element.childNodes as unknown as [Text, Element, Text]
  // A highlighter wraps the words and removes its mark again.
  const mark = font('')
  foreign.insert(element, mark, allergy)
  foreign.insert(mark, allergy, null)
  foreign.insert(element, allergy, mark)
  foreign.remove(element, mark)
  element.removeChild(allergy)
  foreign.replace(name, font('Anna SCHMIDT'))
  name.nodeValue = 'Anna JONES'
  expect(element.innerHTML).toBe('<i></i>Anna JONES')
})

it('brings no row back that was moved by others and taken out by React', () => {
  const root = page('<ul><li>1</li><li>2</li><li>3</li></ul>')
  const list = root.firstElementChild as Element
  const [one, , three] = list.children as unknown as Element[] as [Element, Element, Element]
  foreign.insert(list, one, null)
  list.removeChild(one)
  const wrapper = document.createElement('div')
  foreign.replace(three, wrapper)
  foreign.insert(wrapper, three, null)
  list.removeChild(three)
  expect(list.innerHTML).toBe('<li>2</li>')
})

it('leaves an editor to itself', () => {
  const root = page('<div contenteditable="true"><p>a</p><p>b</p></div>')
  const [first, second] = root.querySelectorAll('p') as unknown as [Element, Element]
  const text = second.firstChild as Text
  // The browser joins two paragraphs, and the editor redraws the first.
  foreign.insert(first, text, null)
  foreign.remove(second.parentNode as Node, second)
  first.removeChild(text)
  expect(root.textContent).toBe('a')
})
