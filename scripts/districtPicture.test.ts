import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { drawDistricts, withoutDetours } from './districtPicture.ts'

describe('the picture of the districts', () => {
  it('is the one that the code would draw; `npm run districts` draws it again', async () => {
    expect(await drawDistricts()).toBe(
      readFileSync(join(import.meta.dirname, '../docs/districts.svg'), 'utf8'),
    )
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
