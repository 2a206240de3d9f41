import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { fhirMappingPage } from './fhirMappingPage.ts'

it('docs/reference/fhir-mapping.md has every field as the code has it; `npm run fhir-mapping` writes it again', () => {
  const page = readFileSync(join(import.meta.dirname, '../docs/reference/fhir-mapping.md'), 'utf8')
  expect(page).toBe(fhirMappingPage())
})
