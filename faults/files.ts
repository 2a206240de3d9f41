import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { signInAt } from '../server/testing/process/signInAt.ts'
import { besideAttack } from './beside.ts'
import type { Fault } from './fault.ts'
import type { Answer, Attacked } from './slowFiles.ts'

const rounds = { short: 1, long: 10 }

export const files: Fault = {
  name: 'files',
  says: 'A clinician uploads files that take minutes to read: a PDF of ten thousand streams, a TIFF of 499 directories.',
  run: async ({ start, isLong }) => {
    const target = await start()
    const { authorization = '' } = await signInAt(target.address, 'clinician')
    const attacked: Attacked = {
      address: target.address,
      authorization,
      rounds: isLong ? rounds.long : rounds.short,
    }
    const attacker = new Worker(new URL('./slowFiles.ts', import.meta.url), { workerData: attacked })
    await once(attacker, 'message')
    const { result, failed, figures } = await besideAttack(target, async () => {
      attacker.postMessage('go')
      const [answers] = (await once(attacker, 'message')) as [Answer[]]
      return answers
    })
    return {
      outcomes: [
        {
          says: 'each file is refused in plain words',
          held:
            result.length > 0 &&
            result.every(({ status, says }) => status === 400 && /^The file is .*\.$/.test(says)),
        },
        { says: "nobody else's call fails", held: failed === 0 },
      ],
      figures,
    }
  },
}
