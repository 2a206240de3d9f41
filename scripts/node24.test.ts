import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, delimiter, dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const lockfile = JSON.parse(readFileSync(join(import.meta.dirname, '../package-lock.json'), 'utf8')) as {
  packages: Record<string, { version: string } | undefined>
}

let folder: string
let script: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'surefoot-node24-'))
  script = join(folder, 'script.ts')
})
afterEach(() => rm(folder, { recursive: true }))

const run = (program: string, ...settings: string[]) =>
  spawn(process.execPath, [program, script, ...settings], { stdio: ['ignore', 'pipe', 'pipe'] })
const node24 = join(import.meta.dirname, 'node24.mjs')

it('runs TypeScript on Node 24 or newer, which the script finds first in its PATH too', async () => {
  await writeFile(
    script,
    `const told: unknown[] = [process.version, process.execPath, process.env.PATH, process.argv.slice(2)]
     console.log(JSON.stringify(told))`,
  )
  const child = run(node24, 'one', 'two words')
  const [version, execPath, path, settings] = JSON.parse(await text(child.stdout)) as [
    string,
    string,
    string,
    string[],
  ]
  expect(Number(version.slice(1).split('.')[0])).toBeGreaterThanOrEqual(24)
  expect(path.split(delimiter)[0]).toBe(dirname(execPath))
  expect(settings).toEqual(['one', 'two words'])
})

it('hands options of Node itself on', async () => {
  await writeFile(script, 'console.log(process.execArgv)')
  const child = spawn(process.execPath, [node24, '--max-semi-space-size=8', script])
  expect(await text(child.stdout)).toContain('--max-semi-space-size=8')
})

it('reads what the build wrote of sources', async () => {
  await writeFile(script, 'console.log(process.execArgv)')
  const child = spawn(process.execPath, [node24, script])
  expect(await text(child.stdout)).toContain(join(import.meta.dirname, 'plain/use.mjs'))
})

it('leaves the number of memory arenas to an operator who sets it', async () => {
  await writeFile(script, 'console.log(process.env.MALLOC_ARENA_MAX)')
  const child = spawn(process.execPath, [node24, script], { env: { ...process.env, MALLOC_ARENA_MAX: '5' } })
  expect(await text(child.stdout)).toBe('5\n')
})

it("ends with the script's own code", async () => {
  await writeFile(script, 'process.exit(7)')
  expect(await once(run(node24), 'exit')).toEqual([7, null])
})

it.each(['SIGINT', 'SIGTERM'] as const)(
  'hands %s on, so that the script can close what it opened',
  async (signal) => {
    await writeFile(
      script,
      `process.on('${signal}', () => process.exit(9)); setInterval(() => {}, 1000); console.log('up')`,
    )
    const child = run(node24)
    await once(child.stdout, 'data')
    const ended = once(child, 'exit')
    child.kill(signal)
    expect(await ended).toEqual([9, null])
  },
)

it('ends by the signal that ended the script', async () => {
  await writeFile(script, `process.kill(process.pid, 'SIGKILL')`)
  expect(await once(run(node24), 'exit')).toEqual([null, 'SIGKILL'])
})

const machines = [
  ['linux', 'x64', 'x86_64', 'node'],
  ['linux', 'arm64', 'aarch64', 'node'],
  ['darwin', 'x64', 'x86_64', 'node'],
  ['darwin', 'arm64', 'arm64', 'node'],
  ['win32', 'x64', null, 'node.exe'],
] as const

describe.each(machines)('on %s with %s', (platform, arch, machine, program) => {
  const name = `node-${platform}-${arch}`
  const locked = lockfile.packages[`node_modules/${name}`]
  let checkout: string

  /** What stands for the Node that npm brought says its own name, and how many arenas of memory it may have. */
  const prepare = async (...folders: string[]): Promise<void> => {
    checkout = join(folder, 'checkout')
    for (const each of ['scripts', 'bin', `node_modules/${name}/bin`, 'uname'])
      await mkdir(join(checkout, each), { recursive: true })
    const brought = join(checkout, 'node_modules', name, 'bin', program)
    await writeFile(
      brought,
      `#!/bin/sh\n[ "$1" = -e ] || echo brought ${name}, arenas: $MALLOC_ARENA_MAX\n`,
      { mode: 0o755 },
    )
    for (const from of folders)
      await cp(join(import.meta.dirname, from), join(checkout, 'scripts', basename(from)))
  }

  it('npm brings a Node that is new enough, for this machine alone', () => {
    expect(locked).toMatchObject({ os: platform, cpu: arch, bin: { node: `bin/${program}` }, optional: true })
    expect(Number(locked?.version.split('.')[0])).toBeGreaterThanOrEqual(24)
  })

  it('scripts run on it', async () => {
    await prepare('node24.mjs')
    const other = join(folder, 'other.mjs')
    await writeFile(
      other,
      `for (const [name, value] of Object.entries({ platform: '${platform}', arch: '${arch}' }))
         Object.defineProperty(process, name, { value })`,
    )
    const child = spawn(process.execPath, ['--import', other, join(checkout, 'scripts/node24.mjs'), script])
    expect(await text(child.stdout)).toBe(`brought ${name}, arenas: 2\n`)
  })

  if (machine !== null)
    it('a release runs on it', async () => {
      await prepare('release/surefoot.sh')
      const system = { linux: 'Linux', darwin: 'Darwin' }[platform as 'linux' | 'darwin']
      await writeFile(
        join(checkout, 'uname/uname'),
        `#!/bin/sh\n[ "$1" = -m ] && echo ${machine} || echo ${system}\n`,
        { mode: 0o755 },
      )
      const child = spawn('sh', [join(checkout, 'scripts/surefoot.sh'), 'serve'], {
        env: { PATH: `${join(checkout, 'uname')}:${process.env['PATH']}` },
      })
      expect(await text(child.stdout)).toBe(`brought ${name}, arenas: 2\n`)
    })
})

it('asks for Node 24 in one line where there is none', async () => {
  const checkout = join(folder, 'checkout/scripts')
  await mkdir(checkout, { recursive: true })
  await cp(node24, join(checkout, 'node24.mjs'))
  await writeFile(
    join(folder, 'old.mjs'),
    `Object.defineProperty(process.versions, 'node', { value: '20.20.2' })`,
  )
  const child = spawn(
    process.execPath,
    ['--import', join(folder, 'old.mjs'), join(checkout, 'node24.mjs'), script],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const ended = once(child, 'exit')
  expect(await text(child.stderr)).toMatch(
    /^Surefoot needs Node 24 or newer; this is Node 20\.20\.2\. .* none is installed for linux on \w+\. Please install Node 24 .*\n$/,
  )
  expect(await ended).toEqual([1, null])
})
