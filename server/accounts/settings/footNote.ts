import { inventedWords } from '../../../contract/platform/calls/demonstration.ts'
import type { AccountSettings } from './settings.ts'

/** An extra foot line on pages printed in a demonstration: paper is passed on, so it says that its data are invented. */
export const footNote = ({ isDemonstration }: Pick<AccountSettings, 'isDemonstration'>): string =>
  isDemonstration ? inventedWords : ''
