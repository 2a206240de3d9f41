import { bundledPrograms, licenceOf } from './licences.ts'
import { productVersion, shippedPackages, usedByProduct, type ShippedPackage } from './shippedPackages.ts'

/*
 * The CycloneDX 1.5 list of what is shipped, from the lockfile. `npm sbom` is not asked: with `--omit=dev` it leaves out what a
 * development tool needs too, React and the PostgreSQL client among them.
 */

const product = { type: 'application', 'bom-ref': `surefoot@${productVersion}`, name: 'surefoot' } as const

/** The address of a package by the rules of package URLs. */
const packageUrl = ({ name, version }: ShippedPackage): string =>
  `pkg:npm/${name.replace('@', '%40')}@${version}`

const hashes = ({ integrity }: ShippedPackage) => {
  const [, algorithm, digest] = /^sha(\d+)-(.+)$/.exec(integrity ?? '') ?? []
  return algorithm === undefined || digest === undefined
    ? []
    : [{ alg: `SHA-${algorithm}`, content: Buffer.from(digest, 'base64').toString('hex') }]
}

/** The same version may be installed at several places, so a place is part of the name by which others refer to it. */
const component = (shipped: ShippedPackage) => ({
  type: 'library',
  'bom-ref': shipped.path,
  name: shipped.name,
  version: shipped.version,
  scope: shipped.isOptional ? 'optional' : 'required',
  hashes: hashes(shipped),
  licenses: [{ license: { id: licenceOf(shipped) } }],
  purl: packageUrl(shipped),
  components: bundledPrograms
    .filter(({ inside }) => inside.test(shipped.name))
    .map(({ name, version, licence }) => ({
      type: 'library',
      'bom-ref': `${shipped.path}#${name}`,
      name,
      version,
      licenses: [{ license: { name: licence } }],
    })),
})

/** The list as an object; `madeAt` is an ISO 8601 instant. */
export const billOfMaterials = (madeAt: string) => ({
  $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
  bomFormat: 'CycloneDX',
  specVersion: '1.5',
  version: 1,
  metadata: {
    timestamp: madeAt,
    component: { ...product, version: productVersion, licenses: [{ license: { id: 'MIT' } }] },
  },
  components: shippedPackages.map(component),
  dependencies: [
    { ref: product['bom-ref'], dependsOn: [...new Set(usedByProduct)] },
    ...shippedPackages.map(({ path, uses }) => ({ ref: path, dependsOn: [...new Set(uses)] })),
  ],
})
