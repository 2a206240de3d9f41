import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { glossaryPage } from './glossaryPage.ts'

/** `npm run glossary`: writes docs/reference/figures.md again. glossary.test.ts fails when it differs. */
writeFileSync(join(import.meta.dirname, '../docs/reference/figures.md'), glossaryPage())
