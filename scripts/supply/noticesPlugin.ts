import type { Plugin } from 'vite'
import { noticesText } from './notices.ts'
import { nameOf, shippedPackages } from './shippedPackages.ts'

const shipped = new Set(shippedPackages.map(({ name }) => name))

/** The package of a module that Vite has bundled; null for the product's own files and for Vite's helpers. */
export const packageOf = (moduleId: string): string | null => {
  const [file = ''] = moduleId.replaceAll('\\', '/').split('?')
  const found = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)/.exec(file)?.[1]
  return found === undefined ? null : nameOf(found)
}

/** The packages of bundled modules that the notices do not name. */
export const unnamedIn = (moduleIds: readonly string[]): string[] =>
  [...new Set(moduleIds.map(packageOf).filter((name) => name !== null && !shipped.has(name)))] as string[]

/**
 * Puts the notices of all shipped software beside the built pages, as licences.txt, and ends the build when these contain a package
 * that the notices do not name.
 */
export const thirdPartyNotices = (): Plugin => ({
  name: 'third-party-notices',
  generateBundle(_options, bundle) {
    const unnamed = unnamedIn(
      Object.values(bundle).flatMap((part) => (part.type === 'chunk' ? part.moduleIds : [])),
    )
    if (unnamed.length > 0)
      this.error(`The pages contain packages that are not among the dependencies: ${unnamed.join(', ')}`)
    this.emitFile({ type: 'asset', fileName: 'licences.txt', source: noticesText() })
  },
})
