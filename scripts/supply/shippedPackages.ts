import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A package that an installation for service has, as the lockfile records it. */
export interface ShippedPackage {
  /** Where it is installed, from the root of the project. */
  path: string
  name: string
  version: string
  /** The licence that it declares, as an SPDX expression; null when the lockfile has none. */
  licence: string | null
  /** Whether an installation may lack it, such as the binaries of another kind of machine. */
  isOptional: boolean
  /** As npm verifies it: the algorithm, a hyphen and the digest in base64. */
  integrity: string | null
  /** The paths of the packages that it uses. */
  uses: string[]
  /** Those among them that it only uses where somebody else brings them, such as a compiler. */
  usesIfThere: string[]
}

interface LockedPackage {
  /** Where the folder has another name: that of the package in the registry. */
  name?: string
  version: string
  license?: string
  dev?: boolean
  optional?: boolean
  integrity?: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

export const root = join(import.meta.dirname, '../..')

const lockfile = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  version: string
  packages: Record<string, LockedPackage>
}

/** The product's own version. */
export const productVersion = lockfile.version

const folder = 'node_modules/'

export const nameOf = (path: string): string => path.slice(path.lastIndexOf(folder) + folder.length)

/** Where Node finds a package that is asked for by one at `from`: beside it, or in a folder above. */
const resolve = (from: string, name: string): string | null => {
  const path = `${from === '' ? '' : `${from}/`}${folder}${name}`
  if (lockfile.packages[path] !== undefined) return path
  if (from === '') return null
  const above = from.lastIndexOf(`/${folder}`)
  return resolve(above < 0 ? '' : from.slice(0, above), name)
}

const placesOf = (path: string, names: readonly string[]): string[] =>
  names
    .map((name) => resolve(path, name))
    .filter((used) => used !== null && lockfile.packages[used]?.dev !== true) as string[]

const usesOf = (path: string, { dependencies, optionalDependencies, peerDependencies }: LockedPackage) =>
  placesOf(path, Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }))

const usesIfThereOf = (path: string, { peerDependenciesMeta = {} }: LockedPackage) =>
  placesOf(
    path,
    Object.keys(peerDependenciesMeta).filter((name) => peerDependenciesMeta[name]?.optional === true),
  )

/** Everything that `npm ci --omit=dev` may install, on any kind of machine. */
export const shippedPackages: readonly ShippedPackage[] = Object.entries(lockfile.packages)
  .filter(([path, { dev }]) => path !== '' && dev !== true)
  .map(([path, locked]) => ({
    path,
    name: locked.name ?? nameOf(path),
    version: locked.version,
    licence: locked.license ?? null,
    isOptional: locked.optional === true,
    integrity: locked.integrity ?? null,
    uses: usesOf(path, locked),
    usesIfThere: usesIfThereOf(path, locked),
  }))

/** The paths of what the product itself uses. */
export const usedByProduct: readonly string[] = usesOf('', lockfile.packages[''] ?? { version: '' })
