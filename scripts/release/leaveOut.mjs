// npm's own step after the install of a release: takes away what only compilers, debuggers and readers of the packages read, their
// typings, source maps, histories and C headers, which is half of an installation. Plain JavaScript, since any Node may run it.
import { readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const packages = join(dirname(dirname(dirname(fileURLToPath(import.meta.url)))), 'node_modules')

for (const file of readdirSync(packages, { recursive: true, withFileTypes: true }))
  if (file.isFile() && /\.(map|d\.[cm]?ts)$|^(changelog|history)\.md$/i.test(file.name))
    rmSync(join(file.parentPath, file.name))

// Of the font packages only what server/platform/files/fontFiles.ts reads: one weight or the weight axis, no Latin, no pictures.
const fonts = /^@(fontsource(-variable)?|expo-google-fonts)$/
const read =
  /-(wght|400)-normal\.woff2$|^SourceSans3_(400Regular|600SemiBold)\.ttf$|^(unicode|package)\.json$|^LICEN[CS]E/
for (const scope of readdirSync(packages).filter((each) => fonts.test(each)))
  for (const file of readdirSync(join(packages, scope), { recursive: true, withFileTypes: true }))
    if (file.isFile() && !read.test(file.name)) rmSync(join(file.parentPath, file.name))

// Of the design system only the style that server/exchange/incoming/form/style.ts reads.
const designSystem = join(packages, 'nhsuk-frontend')
rmSync(join(designSystem, 'src'), { recursive: true, force: true })
for (const name of readdirSync(join(designSystem, 'dist/nhsuk')))
  if (name !== 'nhsuk-frontend.min.css')
    rmSync(join(designSystem, 'dist/nhsuk', name), { recursive: true, force: true })

// Of what repairs PDFs the modules that are imported: the packages bring them written in up to four other ways.
for (const other of ['dist', 'src', 'cjs', 'ts3.4'])
  rmSync(join(packages, '@cantoo/pdf-lib', other), { recursive: true, force: true })
rmSync(join(packages, 'culori/bundled'), { recursive: true, force: true })

for (const name of readdirSync(packages).filter((each) => each.startsWith('node-')))
  rmSync(join(packages, name, 'include'), { recursive: true, force: true })
