import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { putSettings } from './settingsPage.ts'

/** `npm run settings`: writes the table of settings into docs/operate/operations.md again. settings.test.ts fails when it differs. */
const file = join(import.meta.dirname, '../docs/operate/operations.md')
writeFileSync(file, putSettings(readFileSync(file, 'utf8')))
