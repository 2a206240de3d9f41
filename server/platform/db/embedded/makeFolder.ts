import { chmod, mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Makes the folder and its missing parents with exactly this mode: a strict umask would shut out PostgreSQL's user. */
export const makeFolder = async (folder: string, mode: number): Promise<void> => {
  const first = await mkdir(folder, { recursive: true })
  if (first === undefined) return
  for (let path = folder; ; path = dirname(path)) {
    await chmod(path, mode)
    if (path === first) return
  }
}
