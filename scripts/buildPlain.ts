import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '..')

/**
 * Writes the sources under a folder as plain JavaScript into its dist/plain, as far as they are not there yet. In a process of its own,
 * since the compiler that does it never leaves a process that used it.
 */
export const buildPlain = async (of = root): Promise<void> => {
  // Node calls what it runs TypeScript with an experiment as soon as somebody asks for it by name.
  const args = ['--disable-warning=ExperimentalWarning', join(root, 'scripts/plain/write.mjs'), of]
  await promisify(execFile)(process.execPath, args)
}
