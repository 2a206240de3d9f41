import { join } from 'node:path'
import type { Plugin } from 'vite'

const root = join(import.meta.dirname, '../..')

/** Modules of libraries, with what stands in their place on a page. */
const inPlaceOf: readonly (readonly [asked: RegExp, ours: string])[] = [
  // The design system's behaviours are asked for as a whole; these are the ones of components that the product has.
  [/^nhsuk-frontend$/, 'scripts/pages/nhsukBehaviours.ts'],
  // Every schema brings the making of JSON Schema along. The server does that; a page never does.
  [/(^|\/)(json-schema-processors|to-json-schema)\.js$/, 'scripts/pages/noJsonSchema.ts'],
  // Made for a React without a hook for stores. Ours has it, by the same name.
  [/^use-sync-external-store\/shim(\/index\.js)?$/, 'node_modules/react/index.js'],
]

/** Leaves out of libraries what no page uses and their own shape keeps a build from finding out. */
export const leanLibraries = (): Plugin => ({
  name: 'lean-libraries',
  apply: 'build',
  enforce: 'pre',
  resolveId(source, importer) {
    if (importer?.includes('/node_modules/') !== true) return null
    const ours = inPlaceOf.find(([asked]) => asked.test(source))?.[1]
    return ours === undefined ? null : { id: join(root, ours), moduleSideEffects: false }
  },
})
