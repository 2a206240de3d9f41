import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { signInAt } from '../server/testing/process/signInAt.ts'
import { besideAttack } from './beside.ts'
import type { Fault, Figure, Outcome } from './fault.ts'
import { openSlowClients, type Slowness } from './slowClient.ts'

const assets = join(import.meta.dirname, '../dist/web/assets')

const largestAsset = async (): Promise<string> => {
  const names = await readdir(assets)
  const sized = await Promise.all(
    names.map(async (name) => ({ name, size: (await stat(join(assets, name))).size })),
  )
  return sized.toSorted((a, b) => b.size - a.size)[0]?.name ?? ''
}

const slowBody = (path: string, type: string, more = ''): Slowness => ({
  first: `POST ${path} HTTP/1.1\r\nHost: surefoot\r\nContent-Type: ${type}\r\nContent-Length: 4000\r\n${more}\r\n{`,
  then: ' ',
})

/** Eight times slowhttptest's usual rate: what is measured is that they are slow, not how fast they come. */
const perSecond = 400

/** What one network may keep waiting, with some room for those that are just being closed. */
const mostKept = 150

export const slowClients: Fault = {
  name: 'slow-clients',
  says: 'Thousands of connections send headers or bodies a byte at a time, or take their answers slowly.',
  run: async ({ start, isLong }) => {
    const target = await start()
    const { authorization } = await signInAt(target.address)
    const many = isLong ? 4_000 : 1_000
    const asset = `GET /assets/${await largestAsset()} HTTP/1.1\r\nHost: surefoot\r\n\r\n`
    const kinds: [string, Slowness][] = [
      ['slow headers', { first: 'GET / HTTP/1.1\r\nHost: surefoot\r\n', then: 'X-More: b\r\n' }],
      ['slow refused bodies', slowBody('/api/patient/save', 'application/json')],
      [
        'slow signed-in bodies',
        slowBody('/api/patient/save', 'application/json', `Authorization: ${authorization}\r\n`),
      ],
      ['slow reads', { first: asset.repeat(isLong ? 60 : 40), reads: false }],
      // Last: each of these also counts as an attempt to sign in from this address.
      ['slow anonymous bodies', slowBody('/oauth/token', 'application/x-www-form-urlencoded')],
    ]
    const outcomes: Outcome[] = []
    const figures: Figure[] = []
    for (const [what, slowness] of kinds) {
      // Few read slowly: each costs this process megabytes.
      const count = slowness.reads === false ? (isLong ? 400 : 200) : many
      const beside = await besideAttack(target, async () => {
        const clients = openSlowClients(target.address, count, slowness, perSecond)
        while (!clients.allOpened()) await sleep(100)
        await sleep(isLong ? 30_000 : 1_000)
        // A busy machine is slow to let them go; a time limit of theirs would come later than this.
        for (let tries = 0; tries < 150 && clients.open() > mostKept; tries += 1) await sleep(100)
        const open = clients.open()
        clients.end()
        return open
      })
      const kept = beside.result
      outcomes.push({ says: `${what}: everybody else was answered`, held: beside.failed === 0 })
      // An answer that is in the kernel's buffers is out of the server's hands: of slow readers only the number is told.
      if (slowness.reads !== false)
        outcomes.push(
          isLong
            ? { says: `${what}: none of ${count} was waited for longer than half a minute`, held: kept === 0 }
            : {
                says: `${what}: of ${count} from one network only some are waited for`,
                held: kept <= mostKept,
              },
        )
      figures.push(
        { what: `${what}: still open at the end, of ${count}`, figure: kept, unit: 'connections' },
        ...beside.figures.map((figure) => ({ ...figure, what: `${what}: ${figure.what}` })),
      )
    }
    return { outcomes, figures }
  },
}
