import { statSync } from 'node:fs'
import { join } from 'node:path'
import { buildWeb } from './buildWeb.ts'
import { makeRelease } from './release/makeRelease.ts'
import { unknownFiles } from './release/releasedFiles.ts'

/** `npm run release`: builds the pages and writes the archive that is installed, into dist/release (docs/operate/operations.md). */
const unknown = unknownFiles()
if (unknown.length > 0)
  throw new Error(
    `A release would lack what git does not know yet. Please add or remove:\n${unknown.join('\n')}`,
  )
await buildWeb()
const archive = await makeRelease(join(import.meta.dirname, '../dist/release'))
console.log(
  `${archive} is written, ${(statSync(archive).size / 1e6).toFixed(1)} MB, with its checksum beside it.`,
)
