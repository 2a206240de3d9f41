import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { longTests } from './scripts/longTests.ts'

/**
 * Test files in one worker share imported modules, which halves the time of the server tests. They use their own
 * services and databases, and a test that changes its process restores it.
 */
const together = { isolate: false }

/**
 * Under load a machine is slow, not wrong. A wait ends as soon as the result is there, so a long limit costs nothing.
 */
const patience = { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 60_000 } } }

const onScreens = 'web/**/*.test.{ts,tsx}'
const inPages = { environment: 'jsdom', setupFiles: ['web/testing/setup.ts'] }
/**
 * Modules that these files replace or load a second time would remain for the files that follow. If the whole clock is
 * fake, jsdom can permanently lose the timer with which it draws frames and moves the focus.
 */
const onTheirOwn = globSync(onScreens).filter((file) =>
  /\bvi\.((mock|doMock|resetModules)\(|useFakeTimers\((?!\{ toFake))/.test(readFileSync(file, 'utf8')),
)

export default defineConfig({
  test: {
    // One worker waits for the database or a process while two work. The default number leaves one of two CPUs idle.
    maxWorkers: 3,
    projects: [
      { test: { name: 'contract', include: ['contract/**/*.test.ts'], ...together, ...patience } },
      {
        test: {
          name: 'server',
          include: ['{server,db,scripts,bench}/**/*.test.ts'],
          exclude: process.env['SUREFOOT_TESTS'] === 'short' ? [...longTests] : [],
          globalSetup: ['server/testing/process/globalSetup.ts'],
          ...together,
          ...patience,
        },
      },
      {
        test: {
          name: 'web',
          include: [onScreens],
          exclude: onTheirOwn,
          ...inPages,
          ...together,
          ...patience,
        },
      },
      { test: { name: 'web-alone', include: onTheirOwn, ...inPages, ...patience } },
    ],
  },
})
