import { hash } from 'node:crypto'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/**
 * Where the plain JavaScript of a TypeScript source is kept. Named after the text itself, so that what was written of another
 * version of it is never used.
 * @param {string} text
 * @param {string} [folder]
 */
export const placeOf = (text, folder = join(root, 'dist/plain')) =>
  join(folder, `${hash('sha256', text).slice(0, 32)}.js`)
