import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { drawDistricts } from './districtPicture.ts'

/** Draws docs/districts.svg again from the code. districts.test.ts fails when what is committed is not what this draws. */
writeFileSync(join(import.meta.dirname, '..', 'docs/districts.svg'), await drawDistricts())
