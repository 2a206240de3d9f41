import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const ids = /\b(?:AU|AZ|IO|DP|FI|DL|DU|OP|PR|CS|AC)-\d+\b/g
const page = readFileSync(join(root, 'docs/requirements.md'), 'utf8')
const lines = new Map(
  [...page.matchAll(/^\| ([A-Z]{2}-\d+) \| (.+) \| (.+) \|$/gm)].map(([, id = '', , shown = '']) => [
    id,
    shown,
  ]),
)

const sources = execFileSync('git', ['ls-files', '--', '*.ts', '*.tsx', '*.sql', '*.scss', '*.cjs'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(root, path)))

it('has a line for every requirement that code or a test cites', () => {
  const cited = new Set(sources.flatMap((path) => readFileSync(join(root, path), 'utf8').match(ids) ?? []))
  expect(cited.size).toBeGreaterThan(60)
  expect([...cited].filter((id) => !lines.has(id))).toEqual([])
})

it('names only places that are there', () => {
  const places = [...lines.values()].flatMap((shown) =>
    [...shown.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path),
  )
  expect(places.length).toBeGreaterThan(60)
  expect(places.filter((path) => !existsSync(join(root, path)))).toEqual([])
})
