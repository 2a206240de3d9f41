import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'docs/decisions')
const records = readdirSync(folder).filter((name) => name !== 'README.md')
const list = readFileSync(join(folder, 'README.md'), 'utf8')

describe.each(records)('decision record %s', (name) => {
  const text = readFileSync(join(folder, name), 'utf8')
  const number = Number(/^(\d{4})-[a-z0-9-]+\.md$/.exec(name)?.[1])
  const title = new RegExp(`^# ${number}\\. (.+)\n`).exec(text)?.[1]

  it('has its number and a title first', () => {
    expect(title).toBeDefined()
  })

  it('says when it was made and whether it holds', () => {
    expect(text).toMatch(/^Date: 20\d\d-[01]\d-[0-3]\d\. Status: (accepted|replaced by decision \d+)\.$/m)
  })

  it('says what was decided, and which options were refused for which reason', () => {
    expect(text).toMatch(/^\*\*Decided\.\*\*\s+\S/m)
    const refused = text.split(/^\*\*Refused\.\*\*/m)[1]?.split(/^\*\*/m)[0] ?? ''
    expect(refused).toMatch(/\w.{20,}/)
  })

  it('is in one table of the list, under its title', () => {
    const rows = list.split('\n').filter((line) => line.includes(`](${name})`))
    expect(rows).toHaveLength(1)
    expect(rows[0]?.startsWith(`| ${number} | [${title}](${name}) | `)).toBe(true)
  })
})

it('lists only records that are there', () => {
  const listed = [...list.matchAll(/\]\((.+?)\)/g)].map(([, name = '']) => name)
  expect(listed.toSorted()).toEqual(records.toSorted())
})

it('has a table for each district, then one for the whole house, with records in order', () => {
  const tables = list.split(/^## /m).slice(1)
  const districts = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8').matchAll(/^\| `(\w+)` \|/gm)
  expect(tables.map((table) => table.split('\n')[0])).toEqual([
    ...[...districts].map(([, name]) => name),
    'Whole house',
  ])
  for (const table of tables) {
    const numbers = [...table.matchAll(/^\| (\d+) \|/gm)].map(([, number]) => Number(number))
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
  }
})
