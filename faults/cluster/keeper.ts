import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { killWithin } from './killWithin.ts'

/* Stands beside the cluster until whoever began it has ended, however that was, and leaves nothing of it behind. */
const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('Which folder?')
// A terminal tells all whom it knows; whoever began the cluster stops it in order first.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
process.stdin.resume()
await once(process.stdin, 'close')
await killWithin(folder)
await rm(folder, { recursive: true, force: true })
