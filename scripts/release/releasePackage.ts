import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, shippedPackages } from '../supply/shippedPackages.ts'
import { packagesOfServer } from './releasedFiles.ts'

interface PackageFile {
  name: string
  version: string
  description: string
  license: string
  dependencies: Record<string, string>
  optionalDependencies: Record<string, string>
}
interface Lockfile {
  name: string
  version: string
  lockfileVersion: number
  requires: boolean
  packages: Record<string, object>
}

const read = <T>(file: string): T => JSON.parse(readFileSync(join(root, file), 'utf8')) as T

const only = (versions: Record<string, string>, keep: (name: string) => boolean): Record<string, string> =>
  Object.fromEntries(Object.entries(versions).filter(([name]) => keep(name)))

/** Node comes with the release where npm has it; PostgreSQL is the service's own. */
const isNode = (name: string): boolean => name.startsWith('node-')

/** The packages that these use, and what those use, at the places where the lockfile has them. */
const reachedFrom = (names: readonly string[]): ReadonlySet<string> => {
  const byPath = new Map(shippedPackages.map((each) => [each.path, each]))
  const reached = new Set(names.map((name) => `node_modules/${name}`))
  for (const path of reached) {
    const { uses = [], usesIfThere = [] } = byPath.get(path) ?? {}
    for (const used of uses) if (!usesIfThere.includes(used)) reached.add(used)
  }
  return reached
}

/**
 * package.json and package-lock.json of a release: what the pages contain is built, and what develops and demonstrates stays
 * behind. Versions and checksums are those of the repository.
 */
export const releasePackage = (): {
  packageFile: object
  lockfile: object
  packages: ReadonlySet<string>
} => {
  const { name, version, description, license, ...all } = read<PackageFile>('package.json')
  const ofServer = new Set(packagesOfServer(Object.keys(all.dependencies)))
  const dependencies = only(all.dependencies, (each) => ofServer.has(each))
  const optionalDependencies = only(all.optionalDependencies, isNode)
  const engines = { node: '>=20', npm: '>=10' }
  const kept = { name, version, license, dependencies, optionalDependencies, engines }
  const packages = reachedFrom([...Object.keys(dependencies), ...Object.keys(optionalDependencies)])
  const { packages: locked, ...lockfile } = read<Lockfile>('package-lock.json')
  return {
    packages,
    packageFile: {
      ...kept,
      description,
      private: true,
      type: 'module',
      scripts: {
        postinstall: 'node scripts/release/leaveOut.mjs',
        ...Object.fromEntries(commands.map((each) => [each, `bin/surefoot ${each}`])),
      },
    },
    lockfile: {
      ...lockfile,
      packages: {
        '': { ...kept, hasInstallScript: true },
        ...Object.fromEntries(Object.entries(locked).filter(([path]) => packages.has(path))),
      },
    },
  }
}

/** What `bin/surefoot` knows. */
const commands = [
  'serve',
  'administrator',
  'ods',
  'import',
  'verify',
  'audit:verify',
  'backup',
  'restore',
  'migrate',
  'reseal',
]
