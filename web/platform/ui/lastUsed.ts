import { z } from 'zod'
import { storagePrefix } from '../../../contract/accounts/session.ts'
import { currentSession } from '../session/session.ts'

/*
 * The choice that a user last made in a list, such as the clinic. It is kept in this browser for each user, even after
 * sign-out. It says nothing about any patient.
 */

const kept = z.record(z.string(), z.string())

const key = (): string => `${storagePrefix}lastUsed.${currentSession()?.profile?.user.id ?? 0}`

/** Unreadable content, such as text written by something else, counts as nothing. */
const read = (): z.output<typeof kept> => {
  try {
    return kept.parse(JSON.parse(localStorage.getItem(key()) ?? '{}'))
  } catch {
    return {}
  }
}

/** The id last chosen from a list; null before the first choice. */
export const lastUsed = (list: string): string | null => read()[list] ?? null

export const rememberUsed = (list: string, id: string): void => {
  if (id !== '') localStorage.setItem(key(), JSON.stringify({ ...read(), [list]: id }))
}
