import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const folder = join(import.meta.dirname, '../docs/decisions')
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

  it('stands in the list of decisions under its title', () => {
    expect(list).toContain(`\n${number}. [${title}](${name})\n`)
  })
})

it('lists only records that are there', () => {
  const listed = [...list.matchAll(/\]\((.+)\)/g)].map(([, name = '']) => name)
  expect(listed).toEqual(records)
})
