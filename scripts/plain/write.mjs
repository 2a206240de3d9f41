// Writes TypeScript sources as plain JavaScript, each line where it was, for use.mjs to find.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { basename, join } from 'node:path'
import { placeOf } from './placeOf.mjs'

/** What a command runs; what tests alone use is read as it is. */
const folders = ['server', 'contract', 'db', 'scripts', 'bench', 'faults']
const left = /\.test(-d)?\.ts$|\.d\.ts$/

const [root = '.'] = process.argv.slice(2)
const into = join(root, 'dist/plain')
mkdirSync(into, { recursive: true })

const kept = new Set()
for (const folder of folders.map((name) => join(root, name)).filter((path) => existsSync(path)))
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.ts') || left.test(name)) continue
    const text = readFileSync(join(folder, name), 'utf8')
    const place = placeOf(text, into)
    kept.add(basename(place))
    if (!existsSync(place)) writeWhole(place, stripTypeScriptTypes(text))
  }
// Not what another build is about to rename.
for (const name of readdirSync(into))
  if (name.endsWith('.js') && !kept.has(name)) rmSync(join(into, name), { force: true })

/**
 * A process that starts meanwhile finds all of it or nothing.
 * @param {string} place
 * @param {string} text
 */
function writeWhole(place, text) {
  writeFileSync(`${place}.${process.pid}`, text)
  renameSync(`${place}.${process.pid}`, place)
}
