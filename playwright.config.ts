import { defineConfig } from '@playwright/test'
import { findBrowser } from './scripts/findBrowser.ts'

/** Journeys in a real browser against the product as `npm start` runs it, on a database of their own. */
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results/browser',
  reporter: [['list'], ['json', { outputFile: 'test-results/playwright.json' }]],
  workers: 1,
  timeout: 120_000,
  // A busy machine is slow, not wrong.
  expect: { timeout: 15_000 },
  globalSetup: './e2e/startProduct.ts',
  use: {
    baseURL: 'http://127.0.0.1:3457',
    viewport: { width: 1280, height: 900 },
    locale: 'en-GB',
    launchOptions: {
      executablePath: await findBrowser(),
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
