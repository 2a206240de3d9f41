import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { evidenceIn, fault } from './safety/evidence.ts'
import { hazardPage, hazardsIn } from './safety/hazard.ts'

/* docs/safety/trust.md: a section for each requirement, which says whether it holds, by what figure, and which tests show it. */

const root = join(import.meta.dirname, '..')
const sections = readFileSync(join(root, 'docs/safety/trust.md'), 'utf8')
  .split(/^### /m)
  .slice(1)
  .map((text) => ({ id: /^\S+/.exec(text)?.[0] ?? '', text: text.split(/^## /m)[0] ?? '' }))
  .filter(({ id }) => !/^T\d+:/.test(id))

/** How many requirements there are of each kind; those of safety are the hazards of the log. */
const kinds = {
  AU: 16,
  AZ: 10,
  IO: 12,
  DP: 8,
  FI: 7,
  DL: 6,
  DU: 9,
  OP: 9,
  PR: 7,
  CS: hazardsIn(hazardPage).map(({ id }) => id),
  AC: 7,
}
const required = Object.entries(kinds).flatMap(([kind, count]) =>
  typeof count === 'number' ? Array.from({ length: count }, (_, index) => `${kind}-${index + 1}`) : count,
)

it('has one section for every requirement, in order', () => {
  expect(sections.map(({ id }) => id)).toEqual(required)
})

it('has a section for whatever code or a test cites', () => {
  const cites = new RegExp(`\\b(?:${Object.keys(kinds).join('|')})-\\d+\\b`, 'g')
  const sources = execFileSync('git', ['ls-files', '--', '*.ts', '*.tsx', '*.sql', '*.scss', '*.cjs'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((path) => path !== '' && existsSync(join(root, path)))
  const cited = new Set(sources.flatMap((path) => readFileSync(join(root, path), 'utf8').match(cites) ?? []))
  expect(cited.size).toBeGreaterThan(60)
  expect([...cited].filter((id) => !required.includes(id))).toEqual([])
})

describe.each(sections)('$id', ({ id, text }) => {
  const [, state, says] = /^\*\*(Held|Partly|Not met)\.\*\* (.+)$/m.exec(text) ?? []
  const evidence = evidenceIn(text)

  it('says whether it holds, and by what figure or why not', () => {
    expect(state).toBeDefined()
    expect(says?.length).toBeGreaterThan(15)
  })

  it('names tests that are there, unless it is not met', () => {
    const isHazard =
      hazardsIn(hazardPage).some((hazard) => hazard.id === id) && text.includes(`[${id}](hazards.md)`)
    expect(isHazard || evidence.length > 0).toBe(state !== 'Not met')
    expect(evidence.map(fault).filter((why) => why !== null)).toEqual([])
  })
})
