import { spawn, spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { once } from 'node:events'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

/** Finds a Chromium for the browser tests, and installs one where that is possible. Returns its path. */
export const findBrowser = async (): Promise<string> => {
  const named = process.env['CHROMIUM']
  if (named !== undefined && named !== '') {
    if (runs(named)) return named
    throw new Error(`CHROMIUM names ${named}, which is not a browser that runs here.`)
  }
  const found = findInstalled()
  if (found !== undefined) return found
  for (const [program, ...settings] of installers()) {
    console.log(`No Chromium found: running ${[program, ...settings].join(' ')}`)
    if (!(await succeeds(program, settings))) continue
    const installed = findInstalled()
    if (installed !== undefined) return installed
  }
  throw new Error('The browser tests need Chromium: please install it, or set CHROMIUM to its path.')
}

/** The one without windows is Chromium all the same, and takes a fifth less of the processor. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]

const findInstalled = (): string | undefined => {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin', '/usr/local/bin', '/snap/bin']
  return [
    chromium.executablePath(),
    ...folders.flatMap((folder) => names.map((name) => join(folder, name))),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ].find(runs)
}

/** Asks for the version too: some distributions put a stand-in there that only says what to install. */
const runs = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
  } catch {
    return false
  }
  return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0
}

const installers = (): [string, ...string[]][] => {
  const isRoot = process.getuid?.() === 0
  const apt = (name: string): [string, ...string[]] => [
    'sh',
    '-c',
    `apt-get update -q && apt-get install -qy --no-install-recommends ${name} fonts-liberation`,
  ]
  return [
    ...(isRoot && existsSync('/usr/bin/apt-get') ? [apt('chromium-headless-shell'), apt('chromium')] : []),
    ['npx', 'playwright', 'install', 'chromium'],
  ]
}

const succeeds = async (program: string, settings: string[]): Promise<boolean> => {
  const child = spawn(program, settings, {
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  try {
    const [code] = (await once(child, 'exit')) as [number | null]
    return code === 0
  } catch (error) {
    console.error((error as Error).message)
    return false
  }
}
