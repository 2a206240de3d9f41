import react from '@vitejs/plugin-react'
import { join } from 'node:path'
import { defineConfig } from 'vite'
import { thirdPartyNotices } from './scripts/supply/noticesPlugin.ts'

/** The script inside the frame of the address lookup: one file by itself, for a page that may load nothing of ours. */
const lookupFrame = defineConfig({
  root: 'web',
  publicDir: false,
  build: {
    outDir: join(import.meta.dirname, 'dist/web'),
    emptyOutDir: false,
    modulePreload: false,
    rolldownOptions: {
      input: join(import.meta.dirname, 'web/addressLookup/frame.ts'),
      output: { format: 'iife', entryFileNames: 'addressLookupFrame.js' },
    },
  },
})

interface KnownModules {
  getModuleInfo: (
    id: string,
  ) => { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] } | null
}

/** All that the entry imports, by itself or through others, without what is loaded on demand. */
const firstModules = (modules: KnownModules): ReadonlySet<string> => {
  const found = new Set<string>()
  const follow = (id: string): void => {
    if (found.has(id)) return
    found.add(id)
    const { importedIds = [], dynamicallyImportedIds = [] } = modules.getModuleInfo(id) ?? {}
    for (const imported of importedIds) if (!dynamicallyImportedIds.includes(imported)) follow(imported)
  }
  follow(join(import.meta.dirname, 'web/main.tsx'))
  return found
}

/**
 * What the first page needs, in two files instead of thirty: each file costs a phone a part of a second. Libraries change seldom,
 * so a browser keeps theirs over a release.
 */
const firstPageChunk = () => {
  let first: ReadonlySet<string> | undefined
  return (id: string, modules: KnownModules): string | null => {
    first ??= firstModules(modules)
    if (!first.has(id)) return null
    return id.includes('node_modules') ? 'libraries' : 'first'
  }
}

const site = defineConfig({
  root: 'web',
  plugins: [react(), thirdPartyNotices()],
  build: {
    outDir: join(import.meta.dirname, 'dist/web'),
    emptyOutDir: true,
    // Fonts and pictures stay files: the content security policy allows no data addresses for fonts.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: firstPageChunk() }] },
      },
    },
    chunkSizeWarningLimit: 600,
  },
  css: { preprocessorOptions: { scss: { quietDeps: true, loadPaths: ['node_modules'] } } },
})

export default defineConfig(({ mode }) => (mode === 'frame' ? lookupFrame : site))
