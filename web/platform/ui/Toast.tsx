import { useEffect, useRef, type ReactNode } from 'react'
import { createStore } from '../session/createStore.ts'
import { useIsPaused } from '../session/session.ts'

interface Said {
  text: string
  /** The next possible action, shown beside the text. */
  next: ReactNode
  /** Stays until it is closed or replaced by another message. */
  stays: boolean
}

const said = createStore<Said>({ text: '', next: null, stays: false })
const shownForMs = 6_000
/** Long enough to read and reach the next action, which is also available elsewhere on the screen. */
const shownWithNextForMs = 20_000
const lookAgainMs = 1_000

/**
 * Says that something was done, whichever screen comes next. It is announced politely.
 * @param next what the user can do about it
 * @param stays for an action that is available only here, such as undo: nobody has to be quick (WCAG 2.2.1)
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
      // The user may be about to press the offered action.
      if (place.current?.contains(document.activeElement)) timer = setTimeout(end, lookAgainMs)
      else toast('')
    }
    let timer = setTimeout(end, next === null ? shownForMs : shownWithNextForMs)
    return () => clearTimeout(timer)
  }, [text, next, stays])
  return (
    <div className="sf-toasts" role="status" ref={place}>
      {/* The message may name a patient, so it is hidden from anyone who finds a page that waits for its owner. */}
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
