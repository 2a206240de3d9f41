import { createContext, useContext } from 'react'

/** Asked before any form of a screen is sent; false sends nothing. */
export type AskBeforeSave = () => Promise<boolean>

const Asking = createContext<AskBeforeSave>(() => Promise.resolve(true))

/** What stands around a screen may ask before its forms are sent. */
export const AskingBeforeSave = Asking.Provider

export const useAskBeforeSave = (): AskBeforeSave => useContext(Asking)
