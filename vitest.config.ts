import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // One waits for the database while the other works; the usual number leaves a processor of two idle.
    maxWorkers: 2,
    projects: [
      { test: { name: 'contract', include: ['contract/**/*.test.ts'] } },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts', 'db/**/*.test.ts', 'scripts/**/*.test.ts'],
          globalSetup: ['server/testing/globalSetup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'web',
          include: ['web/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          setupFiles: ['web/testing/setup.ts'],
          testTimeout: 20_000,
        },
      },
    ],
  },
})
