import list from '../../../contract/patients/search/nicknames.txt?raw'
import { foldName } from '../../../contract/platform/words/fold.ts'

const names = new Set(
  list
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .flatMap((line) => line.split(/[: ]+/))
    .map(foldName)
    .filter((name) => name !== ''),
)

/** Whether the list of first names, with their short forms, contains the word. */
export const isFirstName = (word: string): boolean => names.has(foldName(word))
