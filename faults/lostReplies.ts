import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { signInAt } from '../server/testing/process/signInAt.ts'
import type { Fault } from './fault.ts'
import { countByName, nameOf, register } from './registered.ts'

interface LosingWay {
  address: string
  /** Replies that it withheld from the caller. */
  lost: () => number
  close: () => Promise<void>
}

/** A way to the product that brings each request there, and breaks when the answer begins to come back. */
const losingWayTo = async (address: string): Promise<LosingWay> => {
  const { hostname, port } = new URL(address)
  const open = new Set<Socket>()
  let lost = 0
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    open.add(near).add(far)
    near.pipe(far)
    far.once('data', () => {
      lost += 1
      near.destroy()
      far.destroy()
    })
    for (const socket of [near, far]) {
      socket.on('error', () => undefined)
      socket.once('close', () => open.delete(socket))
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lost: () => lost,
    close: async () => {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Who registers, in turn: one alone would soon be told to write more slowly, and signs in again before the token ends. */
const writers = ['admissions', 'clinician', 'teamlead'] as const
const roundsOfOne = 100

/** SUREFOOT_LOST_REPLIES sets how many answers are lost. */
const roundsOf = (isLong: boolean): number =>
  Number(process.env['SUREFOOT_LOST_REPLIES'] ?? (isLong ? 500 : 40))

export const lostReplies: Fault = {
  name: 'lost-replies',
  says: 'Each registration is done, its answer is lost on the way, and it is sent again under its key, by two at once.',
  run: async ({ start, isLong }) => {
    const count = roundsOf(isLong)
    const target = await start()
    let headers: Record<string, string> = {}
    const way = await losingWayTo(target.address)
    const names: string[] = []
    const again: number[] = []
    const unheard: number[] = []
    try {
      for (let n = 0; n < count; n += 1) {
        if (n % roundsOfOne === 0)
          headers = await signInAt(target.address, writers[(n / roundsOfOne) % writers.length])
        const familyName = nameOf(40_000 + n)
        const key = `lost-reply-${n}`
        names.push(familyName)
        unheard.push((await register(way.address, headers, familyName, key)).status)
        const both = [1, 2].map(() => register(target.address, headers, familyName, key))
        again.push(...(await Promise.all(both)).map(({ status }) => status))
      }
    } finally {
      await way.close()
    }
    const stored = await countByName(target.ownerUrl)
    return {
      outcomes: [
        {
          says: `no answer came to ${unheard.length} registrations, and all had been done`,
          held: unheard.every((status) => status === 0) && way.lost() === count,
        },
        {
          says: 'sent again, each was answered as if nothing had happened (200)',
          held: again.every((status) => status === 200),
        },
        {
          says: `each of ${count} patients is there once`,
          held: names.every((name) => stored.get(name) === 1),
        },
      ],
    }
  },
}
