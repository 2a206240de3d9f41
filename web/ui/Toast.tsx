import { useEffect } from 'react'
import { createStore } from '../createStore.ts'

const message = createStore('')
const shownForMs = 6_000

/** Says that something was done, on whatever screen comes next; spoken politely. */
export const toast = (text: string): void => {
  message.set(text)
}

export const Toasts = () => {
  const text = message.useValue((said) => said)
  useEffect(() => {
    if (text === '') return
    const timer = setTimeout(() => toast(''), shownForMs)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <div className="sf-toasts" role="status">
      {text !== '' && <p className="sf-toast">{text}</p>}
    </div>
  )
}
