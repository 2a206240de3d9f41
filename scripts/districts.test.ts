import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { drawDistricts, withoutDetours } from './districtPicture.ts'

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

describe('the picture of the districts', () => {
  it('is the one that the code would draw; `npm run districts` draws it again', async () => {
    expect(await drawDistricts()).toBe(read('docs/districts.svg'))
  })

  it('leaves out an arrow that follows from others', () => {
    const arrows = new Map([
      ['care', new Set(['pathways', 'platform'])],
      ['pathways', new Set(['platform'])],
      ['platform', new Set<string>()],
    ])
    expect(withoutDetours(arrows).get('care')).toEqual(new Set(['pathways']))
  })

  it('is not drawn of districts that import each other', () => {
    const arrows = new Map([
      ['care', new Set(['pathways'])],
      ['pathways', new Set(['care'])],
    ])
    expect(() => withoutDetours(arrows)).toThrow('imports itself')
  })
})

describe.each([...folders.keys()].filter((folder) => foldersIn(folder).length > 0))('%s', (folder) => {
  it('has no more entries than one sees at a glance', () => {
    expect([...(folders.get(folder) ?? [])].length).toBeLessThanOrEqual(12)
  })
})

const districts = ['contract', 'server', 'web'].flatMap((part) =>
  foldersIn(part)
    .filter((district) => district !== 'testing' && district !== 'public')
    .map((district) => `${part}/${district}`),
)

describe.each(districts)('%s/README.md', (district) => {
  it('names each room, in fifteen lines', () => {
    const page = read(`${district}/README.md`)
    expect(page.trimEnd().split('\n').length).toBeLessThanOrEqual(15)
    expect(foldersIn(district).filter((room) => !page.includes(`\`${room}/\``))).toEqual([])
  })
})
