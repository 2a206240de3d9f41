import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { csdsPage } from './csdsPage.ts'

it('docs/reference/csds.md has every field of the national return as the code has it; `npm run csds` writes it again', () => {
  const page = readFileSync(join(import.meta.dirname, '../docs/reference/csds.md'), 'utf8')
  expect(page).toBe(csdsPage())
})
