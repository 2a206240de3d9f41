import { cp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { compressFiles } from '../../scripts/compressFiles.ts'

const built = join(import.meta.dirname, '../../dist/web')
const isText = /\.(html|js|css|json)$/
/** What the build writes beside a file, made again below. */
const compressed = /\.(br|gz)$/

/**
 * The built pages as the next release has them: every script and style under another name, and with it another service worker. What
 * the scripts do is the same, so that only the change of version is tried.
 * @param into a folder that is not there yet
 */
export const nextBuild = async (number: number, into: string): Promise<void> => {
  await cp(built, into, { recursive: true })
  const assets = join(into, 'assets')
  const names: string[] = []
  for (const name of await readdir(assets)) {
    if (compressed.test(name)) await rm(join(assets, name))
    else if (/\.(js|css)$/.test(name)) names.push(name)
  }
  const renamed = new Map(names.map((name) => [name, name.replace(/\.(js|css)$/, `_${number}.$1`)]))
  const named = new RegExp(names.map((name) => name.replaceAll('.', '\\.')).join('|'), 'g')
  const files = (await readdir(into, { recursive: true })).filter((name) => isText.test(name))
  for (const file of files) {
    const path = join(into, file)
    const text = await readFile(path, 'utf8')
    await writeFile(
      path,
      text
        .replaceAll(named, (name) => renamed.get(name) ?? name)
        // The cache of a service worker is named after its build.
        .replaceAll(/[0-9a-f]{16}(?=["'`])/g, file === 'visitsWorker.js' ? `$&_${number}` : '$&'),
    )
  }
  for (const [name, next] of renamed) await rename(join(assets, name), join(assets, next))
  await compressFiles(assets)
}
