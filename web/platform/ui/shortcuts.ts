import { useEffect, useRef } from 'react'
import { storagePrefix } from '../../../contract/accounts/session.ts'
import { createStore } from '../session/createStore.ts'

const storageKey = `${storagePrefix}shortcuts`

/** A choice of this browser, kept past log-out: it says nothing of anyone. */
const areOn = createStore(localStorage.getItem(storageKey) !== 'off')

export const useAreShortcutsOn = (): boolean => areOn.useValue((isOn) => isOn)

export const turnShortcuts = (isOn: boolean): void => {
  if (isOn) localStorage.removeItem(storageKey)
  else localStorage.setItem(storageKey, 'off')
  areOn.set(isOn)
}

/** Whether a key may go into the text of a field. */
const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLElement &&
  target.matches('input, textarea, select, [contenteditable], [contenteditable] *')

/**
 * Does something at the press of one key without another. It can be turned off, because whoever speaks to the computer or
 * touches a key by mistake sets it off unasked (WCAG 2.1.4); in a field and under a question it is a letter like any other.
 */
export const useShortcut = (key: string, act: () => void): void => {
  const isOn = useAreShortcutsOn()
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  useEffect(() => {
    if (!isOn) return
    const press = (event: KeyboardEvent): void => {
      const isOther = event.key !== key || event.ctrlKey || event.metaKey || event.altKey
      if (isOther || isTyping(event) || document.querySelector('dialog[open]') !== null) return
      event.preventDefault()
      latest.current()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [key, isOn])
}
