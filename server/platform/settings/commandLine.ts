import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** A release has it, a checkout does not. */
const program = 'bin/surefoot'
const isInstalled = existsSync(join(import.meta.dirname, '../../..', program))

/** How somebody calls a command here: through npm in a checkout, through the program of a release. */
export const commandLine = (name: string, words = ''): string => {
  if (isInstalled) return `${program} ${name} ${words}`.trim()
  return words === '' ? `npm run ${name}` : `npm run ${name} -- ${words}`
}
