import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

/**
 * A file beside the built page that lists scripts by the start of a path. It is not itself reachable at any address of
 * the site.
 */
export const earlyScriptsFile = '.early.json'

/** Must match how the page requests the file later, or the browser would fetch it twice. */
const kindOf = (name: string): string =>
  name.endsWith('.css') ? 'rel=preload; as=style' : 'rel=modulepreload'

const written = z.record(z.string(), z.array(z.string()))

/**
 * Returns a function that gives the `Link` header for a path of the page: the files that the browser soon needs there.
 * The browser then requests them together with the first scripts, not after those have run (decision 122). null if
 * nothing is known.
 * @param folder the folder of the built page
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
