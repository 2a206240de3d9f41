import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

export interface Searched {
  /** Files in which one of the texts can be read, with how it is written there. */
  readable: string[]
  files: number
  bytes: number
}

const gzip = Buffer.from([0x1f, 0x8b, 0x08])

/** What a file has, and what in it was compressed as a reply of the service. */
const layersOf = (bytes: Buffer): Buffer[] => {
  const layers = [bytes]
  for (let at = bytes.indexOf(gzip); at !== -1; at = bytes.indexOf(gzip, at + 1)) {
    try {
      layers.push(gunzipSync(bytes.subarray(at), { finishFlush: 2 }))
    } catch {
      // These three bytes began something else.
    }
  }
  return layers
}

/** Searches every file of a browser’s profile for texts, as bytes and as browsers store words of pages (UTF-16). */
export const searchProfile = async (folder: string, texts: readonly string[]): Promise<Searched> => {
  const wanted = texts.flatMap((text) =>
    [text, text.toUpperCase(), text.toLowerCase()].flatMap((each) => [
      { how: `${text} as bytes`, bytes: Buffer.from(each, 'utf8') },
      { how: `${text} as UTF-16`, bytes: Buffer.from(each, 'utf16le') },
    ]),
  )
  const found: Searched = { readable: [], files: 0, bytes: 0 }
  for (const file of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!file.isFile()) continue
    const path = join(file.parentPath, file.name)
    const content = await readFile(path)
    found.files += 1
    found.bytes += content.length
    for (const layer of layersOf(content))
      for (const { how, bytes } of wanted)
        if (layer.includes(bytes)) found.readable.push(`${how} in ${path.slice(folder.length + 1)}`)
  }
  return { ...found, readable: [...new Set(found.readable)] }
}
