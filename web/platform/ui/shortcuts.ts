import { useEffect, useRef } from 'react'
import { storagePrefix } from '../../../contract/accounts/session.ts'
import { createStore } from '../session/createStore.ts'

const storageKey = `${storagePrefix}shortcuts`

/** A setting of this browser that is kept after sign-out: it says nothing about anyone. */
const areOn = createStore(localStorage.getItem(storageKey) !== 'off')

export const useAreShortcutsOn = (): boolean => areOn.useValue((isOn) => isOn)

export const turnShortcuts = (isOn: boolean): void => {
  if (isOn) localStorage.removeItem(storageKey)
  else localStorage.setItem(storageKey, 'off')
  areOn.set(isOn)
}

/** Whether the key press may enter text in a field. */
const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLElement &&
  target.matches('input, textarea, select, [contenteditable], [contenteditable] *')

/**
 * Acts on a single key press without a modifier. Users can turn shortcuts off, because people who use speech input, or
 * who touch a key by mistake, would trigger them unintentionally (WCAG 2.1.4). In a field, and while a dialog is open,
 * the key does nothing special.
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
