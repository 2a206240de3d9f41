import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

/** What is in each folder of the product. */
const folders = new Map<string, Set<string>>()
for (const path of execFileSync('git', ['ls-files', 'contract', 'server', 'web'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(root, path)))) {
  const parts = path.split('/')
  for (let depth = 1; depth < parts.length; depth += 1) {
    const folder = parts.slice(0, depth).join('/')
    folders.set(folder, (folders.get(folder) ?? new Set()).add(parts[depth] ?? ''))
  }
}
const foldersIn = (folder: string): string[] =>
  [...(folders.get(folder) ?? [])].filter((entry) => folders.has(`${folder}/${entry}`))

describe.each([...folders.keys()].filter((folder) => foldersIn(folder).length > 0))('%s', (folder) => {
  it('has no more entries than one sees at a glance', () => {
    expect([...(folders.get(folder) ?? [])].length).toBeLessThanOrEqual(12)
  })
})

const districts = ['contract', 'server', 'web'].flatMap((part) =>
  foldersIn(part)
    .filter((district) => district !== 'testing')
    .map((district) => `${part}/${district}`),
)

describe.each(districts)('%s/README.md', (district) => {
  it('names each room, in fifteen lines', () => {
    const page = read(`${district}/README.md`)
    expect(page.trimEnd().split('\n').length).toBeLessThanOrEqual(15)
    expect(foldersIn(district).filter((room) => !page.includes(`\`${room}/\``))).toEqual([])
  })
})
