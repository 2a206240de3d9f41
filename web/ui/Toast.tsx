import { useEffect, useSyncExternalStore } from 'react'

let message = ''
const listeners = new Set<() => void>()
const shownForMs = 6_000

/** Says that something was done, on whatever screen comes next; spoken politely. */
export const toast = (text: string): void => {
  message = text
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const Toasts = () => {
  const text = useSyncExternalStore(subscribe, () => message)
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
