import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { tried, type ContentStore } from './outsideStorage.ts'

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const unfinished = '.part'

/** Contents as files, spread over 256 folders by the start of their names. */
export const folderStore = (folder: string): ContentStore => {
  const fileOf = (storedName: string): string => {
    if (!uuid.test(storedName)) throw new Error('Not a stored name')
    return join(folder, storedName.slice(0, 2), storedName)
  }
  return {
    name: 'folder',
    // Written to a temporary name, synced, then renamed, so that the final name always has the whole content.
    put: async (storedName, bytes) => {
      const file = fileOf(storedName)
      const within = join(file, '..')
      await mkdir(within, { recursive: true, mode: 0o700 })
      const beside = await open(file + unfinished, 'w', 0o600)
      try {
        await beside.writeFile(bytes)
        await beside.sync()
      } finally {
        await beside.close()
      }
      await rename(file + unfinished, file)
      await sync(within)
    },
    get: async (storedName) => {
      try {
        return await readFile(fileOf(storedName))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
        throw error
      }
    },
    remove: async (storedName) => {
      await rm(fileOf(storedName), { force: true })
      await rm(fileOf(storedName) + unfinished, { force: true })
    },
    names: async function* () {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      for (const file of await readdir(folder, { recursive: true, withFileTypes: true }))
        if (file.isFile() && !file.name.startsWith(`${tried}.`)) yield file.name.replace(unfinished, '')
    },
    check: async () => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // A unique name, because other processes try the same folder at the same time, on this machine or another.
      const file = join(folder, `${tried}.${randomUUID()}`)
      try {
        await writeFile(file, Buffer.alloc(64 * 1024, tried), { mode: 0o600, flush: true })
        if ((await readFile(file)).length === 0) throw new Error('The folder gives back nothing')
      } finally {
        await rm(file, { force: true })
      }
    },
  }
}

const sync = async (folder: string): Promise<void> => {
  const opened = await open(folder, 'r')
  try {
    await opened.sync()
  } finally {
    await opened.close()
  }
}
