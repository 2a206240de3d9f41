import { storagePrefix } from '../../../contract/accounts/session.ts'

const key = `${storagePrefix}device`

/**
 * A random name that this browser keeps, also past log-out: it says nothing of anyone, and lets a person in whose
 * account strangers have closed by guessing (AU-10).
 */
export const deviceName = (): string => {
  const known = localStorage.getItem(key)
  if (known !== null) return known
  const name = [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
  localStorage.setItem(key, name)
  return name
}
