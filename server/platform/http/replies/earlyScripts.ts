import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

/** Beside the built page: the scripts of an address, by how it begins. Its name is no address of the site. */
export const earlyScriptsFile = '.early.json'

/** As the page itself asks for them later, or the browser would do so twice. */
const kindOf = (name: string): string =>
  name.endsWith('.css') ? 'rel=preload; as=style' : 'rel=modulepreload'

const written = z.record(z.string(), z.array(z.string()))

/**
 * Says what a browser needs soon of whoever opens an address of the page, as a header `Link`, so that it asks for it beside the first
 * scripts and not after they have run (decision 122); null where nothing is known.
 * @param folder of the built page
 */
export const readEarlyScripts = async (folder: string): Promise<(path: string) => string | null> => {
  const file = join(folder, earlyScriptsFile)
  const early = existsSync(file)
    ? Object.entries(written.parse(JSON.parse(await readFile(file, 'utf8'))))
    : []
  return (path) => {
    const asked = `/${path.toLowerCase()}/`
    const scripts = new Set(
      early.flatMap(([address, names]) => (asked.startsWith(`${address}/`) ? names : [])),
    )
    return scripts.size === 0
      ? null
      : [...scripts].map((name) => `</${name}>; ${kindOf(name)}; crossorigin`).join(', ')
  }
}
