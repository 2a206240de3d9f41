import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { drawRooms } from './roomPictures.ts'

/** Draws docs/rooms/ again from the code. rooms.test.ts fails when what is committed is not what this draws. */
for (const [file, picture] of await drawRooms()) {
  const path = join(import.meta.dirname, '..', file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, picture)
  console.log(file)
}
