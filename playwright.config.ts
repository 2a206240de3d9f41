import { defineConfig } from '@playwright/test'
import { findBrowser } from './scripts/findBrowser.ts'

/** Journeys in a real browser against the product as `npm start` runs it, on separate databases (e2e/test.ts). */
export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/makeData.ts',
  outputDir: 'test-results/browser',
  reporter: [['list'], ['json', { outputFile: 'test-results/playwright.json' }]],
  // While one worker waits for its simulated network, another works.
  workers: 3,
  timeout: 300_000,
  // A busy machine is slow, not wrong.
  expect: { timeout: 45_000 },
  use: {
    viewport: { width: 1280, height: 900 },
    locale: 'en-GB',
    // Animations are drawn sixty times a second while a test waits, which takes an eighth of the CPU time.
    contextOptions: { reducedMotion: 'reduce' },
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
        // Each page exists for seconds, so optimising its scripts costs more time than it saves.
        '--js-flags=--no-opt --no-maglev',
      ],
    },
  },
})
