import type { Endpoint } from '../platform/calls/endpoint.ts'

/** `npm test` sets this. `npm run test:all`, and a test file run on its own, try every case. */
const isShort = process.env['SUREFOOT_TESTS'] === 'short'

/**
 * All cases of a test that loops over many; in `npm test` only the first of each shape. Where cases differ only in
 * content, a shape such as `index % 5` selects the first five.
 */
export const representatives = <Case>(
  cases: readonly Case[],
  shapeOf: (one: Case, index: number) => string | number,
): readonly Case[] => {
  if (!isShort) return cases
  const found = new Map<string | number, Case>()
  for (const [index, one] of cases.entries()) {
    const shape = shapeOf(one, index)
    if (!found.has(shape)) found.set(shape, one)
  }
  return [...found.values()]
}

const actions = ['all', 'delete', 'export', 'get', 'history', 'restore', 'save']

/**
 * Calls of one shape behave alike. A shape is the method, the encoding, the action at the end of the path, and its
 * first segment.
 */
export const shapeOfCall = ({ method, path, encoding }: Endpoint): string => {
  const action = path.split('/').at(-1) ?? ''
  return `${method} ${encoding} ${actions.includes(action) ? action : 'other'} ${path.split('/')[1]}`
}
