import react from '@vitejs/plugin-react'
import { join } from 'node:path'
import { defineConfig } from 'vite'

const server = 'http://127.0.0.1:3000'

export default defineConfig({
  root: 'web',
  plugins: [react()],
  build: {
    outDir: join(import.meta.dirname, 'dist/web'),
    emptyOutDir: true,
    // Fonts and pictures stay files: the content security policy allows no data addresses for fonts.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 600,
  },
  css: { preprocessorOptions: { scss: { quietDeps: true, loadPaths: ['node_modules'] } } },
  server: { proxy: { '/api': server, '/oauth': server } },
})
