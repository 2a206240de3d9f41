// Loaded before anything else (`--require`): where `npm run build` wrote a source as plain JavaScript, Node reads that, and does not
// take the types out itself. The compiler that does so stays for as long as the process or thread lives, with up to 40 MiB
// (docs/develop/performance.md). A source that has changed since is read as usual.
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { placeOf } from './placeOf.mjs'

/** @param {string} url */
const isOurs = (url) => url.startsWith('file:') && url.endsWith('.ts') && !url.includes('/node_modules/')

/** @param {string} url */
const readPlain = (url) => {
  try {
    return readFileSync(placeOf(readFileSync(fileURLToPath(url), 'utf8')), 'utf8')
  } catch {
    // Not there, or not for this user: Node reads the source itself, and says what there is to say of one that it cannot.
    return null
  }
}

registerHooks({
  load: (url, context, next) => {
    const source = isOurs(url) ? readPlain(url) : null
    return source === null ? next(url, context) : { format: 'module', source, shortCircuit: true }
  },
})
