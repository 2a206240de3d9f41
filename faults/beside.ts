import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import { getProfile } from '../contract/accounts/session.ts'
import { signInAt } from '../server/testing/process/signInAt.ts'
import { percentile } from '../server/testing/process/percentile.ts'
import type { At, Call, Said } from './bystander.ts'
import type { Figure } from './fault.ts'
import type { Target } from './target.ts'

export interface Beside<Result> {
  result: Result
  /** Calls of somebody else that failed while the attack ran. */
  failed: number
  figures: Figure[]
}

/**
 * Runs an attack, and calls the product as a member of staff before and during it.
 * @param path a call that only reads
 */
export const besideAttack = async <Result>(
  target: Target,
  attack: () => Promise<Result>,
  path: string = getProfile.path,
): Promise<Beside<Result>> => {
  const at: At = { url: `${target.address}${path}`, headers: await signInAt(target.address) }
  const bystander = new Worker(new URL('./bystander.ts', import.meta.url), { workerData: at })
  const said = on(bystander, 'message') as AsyncIterableIterator<[Said]>
  const next = async (): Promise<Call[]> => {
    const { value } = (await said.next()) as { value: [Said] }
    return 'alone' in value[0] ? value[0].alone : value[0].beside
  }
  try {
    const alone = await next()
    const result = await attack()
    bystander.postMessage('over')
    const beside = await next()
    return {
      result,
      failed: beside.filter(({ held }) => !held).length,
      figures: [
        {
          what: "somebody else's call, p95 alone",
          figure: percentile(alone.map(milliseconds), 0.95),
          unit: 'ms',
        },
        {
          what: "somebody else's call, p95 beside",
          figure: percentile(beside.map(milliseconds), 0.95),
          unit: 'ms',
        },
        {
          what: "somebody else's call, longest beside",
          figure: Math.max(...beside.map(milliseconds)),
          unit: 'ms',
        },
      ],
    }
  } finally {
    await bystander.terminate()
  }
}

const milliseconds = (call: Call): number => call.milliseconds
