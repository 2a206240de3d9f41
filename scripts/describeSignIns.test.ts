import { expect, it } from 'vitest'
import { describeSignIns } from './describeSignIns.ts'

it('lists one sign-in a line, in columns', () => {
  const table = describeSignIns([
    { role: 'Clinician', userName: 'cora', password: 'ladder-teapot-74' },
    { role: 'Team Lead', userName: 'tomasz', password: 'short' },
  ])
  expect(table.split('\n')).toEqual([
    '  Role        User name   Password',
    '  ---------   ---------   ----------------',
    '  Clinician   cora        ladder-teapot-74',
    '  Team Lead   tomasz      short',
  ])
})
