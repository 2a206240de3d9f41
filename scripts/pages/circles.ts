import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

const imported = /(?:from|import)\s*"\.\/([^"]+\.js)"/g

/**
 * Throws when files of script of a built folder import each other in a circle: one of them then runs before what it needs, and its
 * screens do not load, though every module by itself is in order.
 */
export const refuseCircles = async (folder: string): Promise<void> => {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.js'))
  const imports = new Map(
    await Promise.all(
      files.map(async (file): Promise<[string, string[]]> => {
        const script = await readFile(join(folder, file), 'utf8')
        return [file, [...script.matchAll(imported)].flatMap(([, name]) => name ?? [])]
      }),
    ),
  )
  const inOrder = new Set<string>()
  const follow = (file: string, path: readonly string[]): void => {
    if (path.includes(file))
      throw new Error(
        `Files of script need each other: ${[...path.slice(path.indexOf(file)), file].join(' → ')}`,
      )
    if (inOrder.has(file)) return
    for (const next of imports.get(file) ?? []) follow(next, [...path, file])
    inOrder.add(file)
  }
  for (const file of files) follow(file, [])
}
