import { usualMinimum } from '../../contract/password.ts'

/** How this installation keeps its accounts; server/config.ts reads it from the environment. */
export interface AccountSettings {
  /** Fewest characters of a new password (trust AU-4). */
  passwordMinimum: number
  /** Whose service this is, for messages; its words make no password. */
  organisation: string
}

export const usualSettings: AccountSettings = {
  passwordMinimum: usualMinimum,
  organisation: '',
}
