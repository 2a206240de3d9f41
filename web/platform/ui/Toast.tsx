import { useEffect, useRef, type ReactNode } from 'react'
import { createStore } from '../session/createStore.ts'
import { useIsPaused } from '../session/session.ts'

interface Said {
  text: string
  /** What may be done next, beside it. */
  next: ReactNode
  /** Until it is closed, or something else is said. */
  stays: boolean
}

const said = createStore<Said>({ text: '', next: null, stays: false })
const shownForMs = 6_000
/** Time to read what may be done next, and to reach it; it is elsewhere on the screen too. */
const shownWithNextForMs = 20_000
const lookAgainMs = 1_000

/**
 * Says that something was done, on whatever screen comes next; spoken politely.
 * @param next what may be done about it
 * @param stays for what only this place can do, such as undoing: nobody has to be quick (WCAG 2.2.1)
 */
export const toast = (text: string, next: ReactNode = null, { stays = false } = {}): void => {
  said.set({ text, next, stays })
}

export const Toasts = () => {
  const { text, next, stays } = said.useValue((all) => all)
  const isPaused = useIsPaused()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (text === '' || stays) return
    const end = (): void => {
      // Somebody is about to press what is offered.
      if (place.current?.contains(document.activeElement)) timer = setTimeout(end, lookAgainMs)
      else toast('')
    }
    let timer = setTimeout(end, next === null ? shownForMs : shownWithNextForMs)
    return () => clearTimeout(timer)
  }, [text, next, stays])
  return (
    <div className="sf-toasts" role="status" ref={place}>
      {/* It may name a patient: whoever comes to a page that waits for its owner does not read it. */}
      {text !== '' && !isPaused && (
        <div className={stays ? 'sf-toast sf-toast--stays' : 'sf-toast'}>
          <p>{text}</p>
          {next}
          {stays && (
            <button type="button" className="sf-link" onClick={() => toast('')}>
              Close <span className="nhsuk-u-visually-hidden">this message</span>
            </button>
          )}
        </div>
      )}
    </div>
  )
}
