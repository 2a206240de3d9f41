import { defineConfig } from 'vitest/config'

/** The tests of one group of `npm run mutants`, on a PostgreSQL of their own. */
export default defineConfig({
  test: {
    include: JSON.parse(process.env['MUTANT_TESTS'] ?? '[]') as string[],
    globalSetup: ['server/testing/globalSetup.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
