import { statSync } from 'node:fs'
import { join } from 'node:path'
import { buildWeb } from './buildWeb.ts'
import { makeRelease } from './release/makeRelease.ts'

/** `npm run release`: builds the pages and writes the archive that is installed, into dist/release (docs/operations.md). */
await buildWeb()
const archive = makeRelease(join(import.meta.dirname, '../dist/release'))
console.log(
  `${archive} is written, ${(statSync(archive).size / 1e6).toFixed(1)} MB, with its checksum beside it.`,
)
