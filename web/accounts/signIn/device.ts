import { storagePrefix } from '../../../contract/accounts/session.ts'

const key = `${storagePrefix}device`

/**
 * A random name that this browser keeps, even after sign-out. It identifies nobody. It lets its user sign in even if
 * strangers have locked the account by guessing (AU-10).
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
