import { useLayoutEffect } from 'react'
import { createStore } from '../session/createStore.ts'

interface Arrived {
  /** The heading of the screen. */
  title: string
  /** Of whom it is; '' where it is of nobody. */
  subject: string
}

const arrival = createStore<Arrived>({ title: '', subject: '' })

/** Notes a part of what the screen is for as long as it is shown; it is gone in the moment in which the screen is. */
const useNoted = (part: keyof Arrived, words: string): void =>
  useLayoutEffect(() => {
    arrival.set({ ...arrival.get(), [part]: words })
    return () => arrival.set({ ...arrival.get(), [part]: '' })
  }, [part, words])

/** Says what screen this is to who hears where they came to. */
export const useArrivalTitle = (title: string): void => useNoted('title', title)

/** Says whose screen this is. */
export const useArrivalSubject = (subject: string): void => useNoted('subject', subject)

/** The screen and whose it is, in the order in which they are heard. */
export const useArrivalWords = (): string =>
  arrival.useValue(({ title, subject }) => [title, subject].filter(Boolean).join(', '))
