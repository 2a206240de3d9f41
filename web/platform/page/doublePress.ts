/** The control that a press acts on: the one under the pointer, or the one that a label belongs to. */
const controlAt = (target: EventTarget | null): Element | null => {
  if (!(target instanceof Element)) return null
  const control =
    target.closest('label')?.control ?? target.closest('a, button, input, select, textarea, summary')
  return control ?? target
}

interface Pressed {
  control: Element | null
  href: string | null
  words: string | null
}

const describe = (target: EventTarget | null): Pressed => {
  const control = controlAt(target)
  return { control, href: control?.getAttribute('href') ?? null, words: control?.textContent ?? null }
}

const isSame = (one: Pressed, other: Pressed): boolean =>
  one.control === other.control && one.href === other.href && one.words === other.words

/**
 * The second click of a double click belongs to the target of the first. If the first click has put something else
 * there, such as another patient's row, a question or the next screen, nobody aimed at it, so the second click is
 * ignored.
 */
export const refuseStrayDoublePress = (page: Window): void => {
  let first: Pressed | null = null
  page.addEventListener(
    'click',
    (event) => {
      const pressed = describe(event.target)
      if (event.detail <= 1) first = pressed
      else if (first !== null && !isSame(first, pressed)) {
        event.preventDefault()
        event.stopImmediatePropagation()
      }
    },
    { capture: true },
  )
}
