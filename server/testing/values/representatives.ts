import type { Endpoint } from '../../../contract/platform/calls/endpoint.ts'

/** `npm test` sets this; `npm run test:all`, and a file that is run by itself, try every case. */
const isShort = process.env['SUREFOOT_TESTS'] === 'short'

/** All cases of a walk, or in `npm test` the first of each shape. */
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

/** Calls of one shape take the same way: their method, and what the last word of their address says they do. */
export const shapeOfCall = ({ method, path }: Pick<Endpoint, 'method' | 'path'>): string =>
  `${method} ${path.split('/').at(-1)}`
