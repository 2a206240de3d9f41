import { useLayoutEffect } from 'react'
import { createStore } from '../session/createStore.ts'

interface Arrived {
  /** The heading of the screen. */
  title: string
  /** The person that the screen is about; '' if it is about nobody. */
  subject: string
}

const arrival = createStore<Arrived>({ title: '', subject: '' })

/** Notes a part of what the screen is while it is shown, and removes it at the moment the screen goes. */
const useNoted = (part: keyof Arrived, words: string): void =>
  useLayoutEffect(() => {
    arrival.set({ ...arrival.get(), [part]: words })
    return () => arrival.set({ ...arrival.get(), [part]: '' })
  }, [part, words])

/** Sets the screen title that screen readers announce on arrival. */
export const useArrivalTitle = (title: string): void => useNoted('title', title)

/** Sets the person that this screen is about. */
export const useArrivalSubject = (subject: string): void => useNoted('subject', subject)

/** The screen title and the person, in the order in which they are announced. */
export const useArrivalWords = (): string =>
  arrival.useValue(({ title, subject }) => [title, subject].filter(Boolean).join(', '))
