import { createContext, useContext } from 'react'

/** Called before any form of a screen is sent. False stops the sending. */
export type AskBeforeSave = () => Promise<boolean>

const Asking = createContext<AskBeforeSave>(() => Promise.resolve(true))

/** Lets a component around a screen ask before the screen's forms are sent. */
export const AskingBeforeSave = Asking.Provider

export const useAskBeforeSave = (): AskBeforeSave => useContext(Asking)
