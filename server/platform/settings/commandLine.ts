import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Exists in a release but not in a checkout. */
const program = 'bin/surefoot'
const isInstalled = existsSync(join(import.meta.dirname, '../../..', program))

/** How to call a command here: through npm in a checkout, through the program in a release. */
export const commandLine = (name: string, words = ''): string => {
  if (isInstalled) return `${program} ${name} ${words}`.trim()
  return words === '' ? `npm run ${name}` : `npm run ${name} -- ${words}`
}
