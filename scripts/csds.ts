import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { csdsPage } from './csdsPage.ts'

/** `npm run csds`: writes docs/reference/csds.md again. csds.test.ts fails when it differs. */
writeFileSync(join(import.meta.dirname, '../docs/reference/csds.md'), csdsPage())
