import { createContext, useContext, type ReactNode } from 'react'

/** Where a form is shown that is filled in without a signal. */
interface CarriedForm {
  /** '0' for a new record. */
  recordId: string
  /** Names the form of this visit of this pack, without a space: what is typed into it is offered nowhere else. */
  place: string
  /** Leaves the form. */
  back: () => Promise<void>
  cancel: ReactNode
  /** What is said after a save, made of what would be said otherwise. */
  said: (words: string) => string
}

export const Carried = createContext<CarriedForm | null>(null)

/** Null for a form on a page of the product, which saves to the service. */
export const useCarried = (): CarriedForm | null => useContext(Carried)
