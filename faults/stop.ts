import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { addDays } from '../contract/platform/dates/dates.ts'
import { savePatient } from '../contract/patients/patient.ts'
import { withClient } from '../server/platform/db/connection/withClient.ts'
import { signInAt } from '../server/testing/process/signInAt.ts'
import type { Fault } from './fault.ts'
import { keepDoing } from './keepDoing.ts'
import { openSlowClients } from './slowClient.ts'

const deadlineSeconds = 3
/** Far beyond any deadline: a process that still runs then does not end. */
const givenUpMs = 30_000

export const stop: Fault = {
  name: 'stop',
  says: 'The product is told to stop while people save and read, and while bodies are open that never end.',
  run: async ({ start }) => {
    const target = await start({ settings: { STOP_DEADLINE_SECONDS: String(deadlineSeconds) } })
    const headers = await signInAt(target.address, 'admissions')
    const bodies = openSlowClients(target.address, 20, {
      first: `POST ${savePatient.path} HTTP/1.1\r\nHost: surefoot\r\nAuthorization: ${headers['authorization'] ?? ''}\r\nContent-Type: application/json\r\nContent-Length: 4000\r\n\r\n{`,
      then: ' ',
    })
    const stored: number[] = []
    let index = 0
    const endSaving = keepDoing(8, async () => {
      index += 1
      try {
        const response = await fetch(`${target.address}${savePatient.path}`, {
          method: 'POST',
          headers,
          body: JSON.stringify({
            id: 0,
            familyName: `${randomBytes(6).toString('hex').replaceAll(/\d/g, 'x')} ${index}`,
            firstName: 'Edna',
            dateOfBirth: addDays('1930-01-01', (index * 7) % 9000),
            genderId: 1,
            nhsNumberUnknown: true,
          }),
        })
        const body = (await response.json()) as { id?: number }
        if (response.ok && body.id !== undefined) stored.push(body.id)
        else await sleep(20)
      } catch {
        // Refused or cut off: nothing was acknowledged.
        await sleep(20)
      }
    })
    await sleep(1_500)
    const began = performance.now()
    const ended = once(target.child, 'exit')
    target.child.kill('SIGTERM')
    const [code] = (await Promise.race([ended, sleep(givenUpMs, ['never'])])) as [number | string | null]
    const milliseconds = performance.now() - began
    await endSaving()
    bodies.end()
    const found = await withClient(target.ownerUrl, async (client) => {
      const { rows } = await client.query<{ count: string }>(
        'select count(*) from patient where id = any($1)',
        [stored],
      )
      return Number(rows[0]?.count)
    })
    return {
      outcomes: [
        { says: `it ended by itself (${code})`, held: code === 0 },
        {
          says: `each of ${stored.length} acknowledged patients is stored`,
          held: stored.length > 0 && found === stored.length,
        },
      ],
      figures: [{ what: 'from the signal to the end', figure: milliseconds, unit: 'ms' }],
    }
  },
}
