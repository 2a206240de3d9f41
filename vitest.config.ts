import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { longTests } from './scripts/longTests.ts'

/**
 * Test files of one worker share what they import, which halves the time of the server's: they work on services and databases
 * of their own, and a test that changes its process puts it back.
 */
const together = { isolate: false }

/** Beside other work a machine is slow, not wrong: what is there ends a wait, so a long one costs nothing. */
const patience = { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 60_000 } } }

const onScreens = 'web/**/*.test.{ts,tsx}'
const inPages = { environment: 'jsdom', setupFiles: ['web/testing/setup.ts'] }
/**
 * What these put in the place of modules, or load a second time, would stay with the files that come after them. And where the
 * clock as a whole is not the real one, jsdom can lose the beat that it draws frames and moves the focus by, for good.
 */
const onTheirOwn = globSync(onScreens).filter((file) =>
  /\bvi\.((mock|doMock|resetModules)\(|useFakeTimers\((?!\{ toFake))/.test(readFileSync(file, 'utf8')),
)

export default defineConfig({
  test: {
    // One waits for the database or a process while two work; the usual number leaves a processor of two idle.
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
