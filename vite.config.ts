import react from '@vitejs/plugin-react'
import { join } from 'node:path'
import { defineConfig } from 'vite'
import { earlyScripts } from './scripts/pages/earlyScripts.ts'
import { leanLibraries } from './scripts/pages/leanLibraries.ts'
import { leanStyle } from './scripts/pages/leanStyle.ts'
import { partOfModule } from './scripts/pages/parts.ts'
import { visitDefines, visitFiles } from './scripts/pages/visitFiles.ts'
import { thirdPartyNotices } from './scripts/supply/noticesPlugin.ts'

/**
 * The script for the frame of the address lookup. It is a single file, because its page may load nothing else of ours.
 */
const lookupFrame = defineConfig({
  root: 'web',
  publicDir: false,
  build: {
    outDir: join(import.meta.dirname, 'dist/web'),
    emptyOutDir: false,
    modulePreload: false,
    rolldownOptions: {
      input: join(import.meta.dirname, 'web/reference/addressLookup/frame.ts'),
      output: { format: 'iife', entryFileNames: 'addressLookupFrame.js' },
    },
  },
})

/** The service worker of the visits, at the root, because it may serve only what is below it (decision 165). */
const visitsWorker = async () =>
  defineConfig({
    root: 'web',
    publicDir: false,
    define: await visitDefines(join(import.meta.dirname, 'dist/web')),
    build: {
      outDir: join(import.meta.dirname, 'dist/web'),
      emptyOutDir: false,
      modulePreload: false,
      rolldownOptions: {
        input: join(import.meta.dirname, 'web/care/visits/serviceWorker.ts'),
        output: { format: 'iife', entryFileNames: 'visitsWorker.js' },
      },
    },
  })

const site = defineConfig({
  root: 'web',
  publicDir: 'app/public',
  plugins: [leanLibraries(), react(), leanStyle(), earlyScripts(), visitFiles(), thirdPartyNotices()],
  build: {
    outDir: join(import.meta.dirname, 'dist/web'),
    emptyOutDir: true,
    // Fonts and pictures stay separate files: the content security policy allows no data URLs for fonts.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: partOfModule() }] },
      },
    },
    // A browser without it loads each script when another imports it.
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 600,
  },
  css: { preprocessorOptions: { scss: { quietDeps: true, loadPaths: ['node_modules'] } } },
})

export default defineConfig(({ mode }) =>
  mode === 'frame' ? lookupFrame : mode === 'visits' ? visitsWorker() : site,
)
