import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { billOfMaterials } from './supply/billOfMaterials.ts'

/** `npm run sbom`: writes the CycloneDX list of what is shipped to dist/sbom.cdx.json, for those who install the product. */
const folder = join(import.meta.dirname, '../dist')
mkdirSync(folder, { recursive: true })
const list = billOfMaterials(new Date().toISOString())
writeFileSync(join(folder, 'sbom.cdx.json'), `${JSON.stringify(list, null, 2)}\n`)
console.log(`dist/sbom.cdx.json lists ${list.components.length} packages.`)
