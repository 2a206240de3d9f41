import { useEffect, useRef, type ReactNode } from 'react'
import { createStore } from '../createStore.ts'

interface Said {
  text: string
  /** What may be done next, beside it. */
  next: ReactNode
}

const said = createStore<Said>({ text: '', next: null })
const shownForMs = 6_000
/** Time to read what may be done next, and to reach it; it is elsewhere on the screen too. */
const shownWithNextForMs = 20_000
const lookAgainMs = 1_000

/** Says that something was done, on whatever screen comes next; spoken politely. */
export const toast = (text: string, next: ReactNode = null): void => {
  said.set({ text, next })
}

export const Toasts = () => {
  const { text, next } = said.useValue((all) => all)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (text === '') return
    const end = (): void => {
      // Somebody is about to press what is offered.
      if (place.current?.contains(document.activeElement)) timer = setTimeout(end, lookAgainMs)
      else toast('')
    }
    let timer = setTimeout(end, next === null ? shownForMs : shownWithNextForMs)
    return () => clearTimeout(timer)
  }, [text, next])
  return (
    <div className="sf-toasts" role="status" ref={place}>
      {text !== '' && (
        <div className="sf-toast">
          <p>{text}</p>
          {next}
        </div>
      )}
    </div>
  )
}
