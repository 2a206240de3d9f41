import { longTests } from './longTests.ts'

/*
 * Which tests `npm run test:quick` runs. A test of the server goes through the whole of it, so by its imports nearly each
 * is related to every change; here those of the same feature count, which has the same name in each part.
 */

/** Tests that take longer than what they belong to deserves on every change; `npm test` runs the last two. */
export const slowTests: readonly string[] = [
  ...longTests,
  'server/testing/checks/',
  'server/platform/http/lists/paging.test.ts',
]

export interface Choice {
  /** What is run. */
  near: string[]
  /** Near, but slow. */
  slow: string[]
  /** Related by an import, of another feature. */
  far: string[]
}

/** Divides the tests that import what changed. Paths are those of the repository, with slashes. */
export const chooseTests = (changed: readonly string[], related: readonly string[]): Choice => {
  const changedFeatures = new Set(changed.map(featureOf))
  const isChanged = (test: string) => changed.includes(test)
  const isNear = (test: string) => isChanged(test) || changedFeatures.has(featureOf(test))
  const isSlow = (test: string) => !isChanged(test) && slowTests.some((slow) => test.startsWith(slow))
  return {
    near: related.filter((test) => isNear(test) && !isSlow(test)),
    slow: related.filter((test) => isNear(test) && isSlow(test)),
    far: related.filter((test) => !isNear(test)),
  }
}

/** A room of a district, which has the same name in each root; elsewhere the folder below the root, or the root. */
const featureOf = (path: string): string => {
  const [root = '', district = root, room = district] = path.split('/').slice(0, -1)
  return room
}
