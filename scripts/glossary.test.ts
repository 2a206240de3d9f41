import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { glossaryPage } from './glossaryPage.ts'

it('docs/reference/figures.md has every figure as the code has it; `npm run glossary` writes it again', () => {
  const page = readFileSync(join(import.meta.dirname, '../docs/reference/figures.md'), 'utf8')
  expect(page).toBe(glossaryPage())
})
