import { inventedWords } from '../../../contract/platform/calls/demonstration.ts'
import type { AccountSettings } from './settings.ts'

/** What stands at the foot of each printed page besides: paper of a demonstration travels too. */
export const footNote = ({ isDemonstration }: Pick<AccountSettings, 'isDemonstration'>): string =>
  isDemonstration ? inventedWords : ''
