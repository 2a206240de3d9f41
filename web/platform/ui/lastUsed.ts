import { z } from 'zod'
import { storagePrefix } from '../../../contract/accounts/session.ts'
import { currentSession } from '../session/session.ts'

/*
 * The choice that a person made last in a list, such as the clinic: kept in this browser for each user, also past
 * log-out. It says nothing of any patient.
 */

const kept = z.record(z.string(), z.string())

const key = (): string => `${storagePrefix}lastUsed.${currentSession()?.profile?.user.id ?? 0}`

/** What cannot be read, such as what somebody else wrote there, is nothing. */
const read = (): z.output<typeof kept> => {
  try {
    return kept.parse(JSON.parse(localStorage.getItem(key()) ?? '{}'))
  } catch {
    return {}
  }
}

/** The id that was chosen last from a list; null before the first choice. */
export const lastUsed = (list: string): string | null => read()[list] ?? null

export const rememberUsed = (list: string, id: string): void => {
  if (id !== '') localStorage.setItem(key(), JSON.stringify({ ...read(), [list]: id }))
}
