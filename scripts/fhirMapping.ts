import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fhirMappingPage } from './fhirMappingPage.ts'

/** `npm run fhir-mapping`: writes docs/reference/fhir-mapping.md again. fhirMapping.test.ts fails when it differs. */
writeFileSync(join(import.meta.dirname, '../docs/reference/fhir-mapping.md'), fhirMappingPage())
