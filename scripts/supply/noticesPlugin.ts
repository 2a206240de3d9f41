import type { Plugin } from 'vite'
import { noticesText } from './notices.ts'
import { nameOf, shippedPackages } from './shippedPackages.ts'

/** The package of a module that Vite has bundled; null for the product's own files and for Vite's helpers. */
export const packageOf = (moduleId: string): string | null => {
  const [file = ''] = moduleId.replaceAll('\\', '/').split('?')
  const found = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)/.exec(file)?.[1]
  return found === undefined ? null : nameOf(found)
}

/**
 * Puts the notices of all shipped software beside the built pages, as licences.txt, and ends the build when these contain a package
 * that the notices do not name.
 */
export const thirdPartyNotices = (): Plugin => ({
  name: 'third-party-notices',
  generateBundle(_options, bundle) {
    const shipped = new Set(shippedPackages.map(({ name }) => name))
    const inPages = Object.values(bundle).flatMap((part) =>
      part.type === 'chunk' ? part.moduleIds.map(packageOf) : [],
    )
    const unnamed = new Set(inPages.filter((name) => name !== null && !shipped.has(name)))
    if (unnamed.size > 0)
      this.error(`The pages contain packages that are not among the dependencies: ${[...unnamed].join(', ')}`)
    this.emitFile({ type: 'asset', fileName: 'licences.txt', source: noticesText() })
  },
})
