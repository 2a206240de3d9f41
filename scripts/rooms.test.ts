import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { drawRooms, withoutDetours } from './roomPictures.ts'

describe('the pictures of the rooms', () => {
  it('are those that the code would draw; `npm run rooms` draws them again', async () => {
    const drawn = await drawRooms()
    expect([...drawn.keys()]).toHaveLength(3)
    for (const [file, picture] of drawn)
      expect(readFileSync(join(import.meta.dirname, '..', file), 'utf8'), file).toBe(picture)
  })

  it('leave out an arrow that follows from others', () => {
    const arrows = new Map([
      ['patients', new Set(['records', 'http'])],
      ['records', new Set(['http'])],
      ['http', new Set<string>()],
    ])
    expect(withoutDetours(arrows).get('patients')).toEqual(new Set(['records']))
    expect(withoutDetours(arrows).get('records')).toEqual(new Set(['http']))
  })

  it('are not drawn of rooms that stand on each other', () => {
    const arrows = new Map([
      ['messages', new Set(['accounts'])],
      ['accounts', new Set(['messages'])],
    ])
    expect(() => withoutDetours(arrows)).toThrow('stands on itself')
  })
})
