import { open, readFile } from 'node:fs/promises'
import type { Anchor } from './anchor.ts'

/** Appends lines to a file. The file is best kept on another machine, or where files can only be appended to. */
export const fileAnchor = (path: string): Anchor => ({
  place: `the file ${path}`,
  note: async (line) => {
    const file = await open(path, 'a', 0o600)
    try {
      await file.write(`${line}\n`)
      await file.sync()
    } finally {
      await file.close()
    }
  },
  check: async () => {
    await (await open(path, 'a', 0o600)).close()
  },
  read: async (most = Infinity) => {
    try {
      return (await readFile(path, 'utf8')).trimEnd().split('\n').slice(-most)
    } catch (error) {
      // No line has been written yet.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
      throw error
    }
  },
})
