import { writeFileSync } from 'node:fs'
import { afterAll, afterEach, beforeEach } from 'vitest'

/* What the files that `runTests` writes call, in the process of the tests. */

/** What the changed code looks at. */
interface Switch {
  activeMutant?: string
  hitCount?: number
  hitLimit?: number
  mutantCoverage?: { static: Record<string, number> }
}

const state = (): Switch => ((globalThis as { __stryker__?: Switch }).__stryker__ ??= {})

/** More often than any test comes by a place, and soon reached by a loop that a change has made endless. */
const hitLimit = 1_000_000

/** From here on the code has this one change, until the next is made. The first test to notice spares the rest. */
export const makeChange = (id: string): void => {
  Object.assign(state(), { activeMutant: id, hitCount: 0, hitLimit })
  let isNoticed = false
  beforeEach(({ skip }) => {
    if (isNoticed) skip()
  })
  afterEach(({ task }) => {
    isNoticed ||= task.result?.state === 'fail'
  })
}

/** Writes down which places the tests of this file come by, and which of these they come by only while loading. */
export const noteReached = async (path: string, load: () => Promise<unknown>): Promise<void> => {
  await load()
  const loaded = Object.keys(state().mutantCoverage?.static ?? {})
  state().mutantCoverage = Object.assign(state().mutantCoverage ?? {}, { static: {} })
  afterAll(() => {
    writeFileSync(
      path,
      JSON.stringify({ loaded, reached: Object.keys(state().mutantCoverage?.static ?? {}) }),
    )
  })
}
