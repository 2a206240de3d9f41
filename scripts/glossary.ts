import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { glossaryPage } from './glossaryPage.ts'

/** `npm run glossary`: writes docs/figures.md again. glossary.test.ts fails when it differs. */
writeFileSync(join(import.meta.dirname, '../docs/figures.md'), glossaryPage())
