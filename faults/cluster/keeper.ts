import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { killWithin } from './killWithin.ts'

/* Runs beside the cluster until the process that started it has ended in any way, then removes all of it. */
const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('Which folder?')
// A terminal signals all its processes; the one that started the cluster stops it in order first.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
process.stdin.resume()
await once(process.stdin, 'close')
await killWithin(folder)
await rm(folder, { recursive: true, force: true })
