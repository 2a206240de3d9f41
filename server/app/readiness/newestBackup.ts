import { access, readdir } from 'node:fs/promises'
import { join } from 'node:path'

const named = /^surefoot-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)$/

/** When the newest complete backup in the folder was started (`npm run backup`); null if there is none. */
export const newestBackup = async (folder: string): Promise<string | null> => {
  const names = (await readdir(folder)).filter((name) => named.test(name)).sort()
  for (const name of names.toReversed()) {
    const isWhole = await access(join(folder, name, 'manifest.json')).then(
      () => true,
      () => false,
    )
    if (isWhole) return name.replace(named, '$1T$2:$3:$4Z')
  }
  return null
}
