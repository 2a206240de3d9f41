import { defineConfig } from '@playwright/test'
import { findBrowser } from './scripts/findBrowser.ts'

/** Journeys in a real browser against the product as `npm start` runs it, on databases of their own (e2e/test.ts). */
export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/makeData.ts',
  outputDir: 'test-results/browser',
  reporter: [['list'], ['json', { outputFile: 'test-results/playwright.json' }]],
  // While one waits for the network that it was given, another works.
  workers: 3,
  timeout: 300_000,
  // A busy machine is slow, not wrong.
  expect: { timeout: 45_000 },
  use: {
    viewport: { width: 1280, height: 900 },
    locale: 'en-GB',
    // What moves only for the eye is drawn sixty times a second while a test waits: an eighth of the processor's time.
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
        // Each page lives some seconds: compiling its scripts again, for speed, costs more than it brings.
        '--js-flags=--no-opt --no-maglev',
      ],
    },
  },
})
