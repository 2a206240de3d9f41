import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const root = join(import.meta.dirname, '../..')
const screens = ['Visits.tsx', 'visit/VisitForm.tsx'].map((name) => join(root, 'web/care/visits', name))
/** In the built folder: what the service worker of the visits keeps, and nothing else. */
const listFile = 'visitFiles.json'

interface Chunk {
  imports: readonly string[]
  moduleIds: readonly string[]
  viteMetadata?: { importedCss: ReadonlySet<string>; importedAssets: ReadonlySet<string> }
}

const closureOf = (files: readonly string[], chunks: ReadonlyMap<string, Chunk>): Set<string> => {
  const found = new Set<string>()
  const follow = (name: string): void => {
    if (found.has(name)) return
    found.add(name)
    const { imports = [], viteMetadata } = chunks.get(name) ?? {}
    for (const imported of imports) follow(imported)
    for (const file of [...(viteMetadata?.importedCss ?? []), ...(viteMetadata?.importedAssets ?? [])])
      found.add(file)
  }
  for (const file of files) follow(file)
  return found
}

/** Writes down which files the visits need without a signal (decision 165). */
export const visitFiles = (): Plugin => ({
  name: 'visit-files',
  apply: 'build',
  generateBundle(_, bundle) {
    const chunks = new Map<string, Chunk>()
    const first: string[] = []
    for (const file of Object.values(bundle)) {
      if (file.type !== 'chunk') continue
      chunks.set(file.fileName, file)
      if (file.isEntry || screens.some((screen) => file.moduleIds.includes(screen))) first.push(file.fileName)
    }
    const found = closureOf(first, chunks)
    if (first.length < 3) throw new Error('No script has the screens of the visits')
    for (const file of Object.values(bundle)) {
      const isStretching = file.fileName.includes('stretchWorker')
      const text = file.type === 'asset' && found.has(file.fileName) ? String(file.source) : ''
      // Fonts and pictures that a style names.
      for (const [, named] of text.matchAll(
        /url\(["']?\/?(?:\.\/)?((?:assets\/)?[\w.-]+\.(?:woff2|svg|png))/g,
      ))
        if (named !== undefined) found.add(named.startsWith('assets/') ? named : `assets/${named}`)
      if (isStretching) found.add(file.fileName)
    }
    this.emitFile({
      type: 'asset',
      fileName: listFile,
      source: JSON.stringify([...found].map((name) => `/${name}`).toSorted()),
    })
  },
})

/** What the service worker is built with, from the folder of the built pages. */
export const visitDefines = async (folder: string): Promise<Record<string, string>> => {
  const named = JSON.parse(await readFile(join(folder, listFile), 'utf8')) as string[]
  // The build leaves out an entry that only imports the first script.
  const list = JSON.stringify(named.filter((name) => existsSync(join(folder, name))))
  const page = await readFile(join(folder, 'index.html'), 'utf8')
  const build = createHash('sha256').update(list).update(page).digest('hex').slice(0, 16)
  return { visitFiles: list, visitBuild: JSON.stringify(build) }
}
