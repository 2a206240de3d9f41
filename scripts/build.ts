import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { buildPlain } from './buildPlain.ts'
import { buildWeb } from './buildWeb.ts'

/*
 * `npm run build`, and npm's own step after an install: builds the browser part into dist/web, and writes the server's sources as plain
 * JavaScript into dist/plain.
 */
await buildPlain()
if (existsSync(join(import.meta.dirname, '../node_modules/vite/bin/vite.js'))) await buildWeb()
else
  console.log(
    'Vite is not installed, so the web application is not built: dist/web must come with the release.',
  )
