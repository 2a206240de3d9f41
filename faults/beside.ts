import { on } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { getProfile, tokenReply } from '../contract/accounts/session.ts'
import { demonstrationPassword } from '../db/seed/demonstration/users.ts'
import type { At, Call, Said } from './bystander.ts'
import type { Figure } from './fault.ts'
import type { Target } from './target.ts'

export interface Beside<Result> {
  result: Result
  /** Calls of somebody else that failed while the attack ran. */
  failed: number
  figures: Figure[]
}

/** Signs an invented user in, who waits when told to; returns the headers of their calls. */
export const signIn = async (target: Target, userName = 'clinician'): Promise<Record<string, string>> => {
  const response = await fetch(`${target.address}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'password',
      username: userName,
      password: demonstrationPassword,
    }),
  })
  if (response.status === 429 || response.status === 503) {
    await response.arrayBuffer()
    await sleep(Number(response.headers.get('retry-after') ?? 1) * 1_000)
    return signIn(target, userName)
  }
  const said = await response.text()
  if (!response.ok) throw new Error(`${userName} was not signed in: ${response.status} ${said}`)
  const { access_token: token } = tokenReply.parse(JSON.parse(said))
  return { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
}

/** Runs an attack, and calls the product as a member of staff before it and all the while. */
export const besideAttack = async <Result>(
  target: Target,
  attack: () => Promise<Result>,
): Promise<Beside<Result>> => {
  const at: At = { url: `${target.address}${getProfile.path}`, headers: await signIn(target) }
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
        { what: "somebody else's call, p95 alone", figure: percentile95(alone), unit: 'ms' },
        { what: "somebody else's call, p95 beside", figure: percentile95(beside), unit: 'ms' },
        {
          what: "somebody else's call, longest beside",
          figure: Math.max(...beside.map(({ milliseconds }) => milliseconds)),
          unit: 'ms',
        },
      ],
    }
  } finally {
    await bystander.terminate()
  }
}

const percentile95 = (calls: Call[]): number =>
  calls.map(({ milliseconds }) => milliseconds).toSorted((a, b) => a - b)[
    Math.ceil(calls.length * 0.95) - 1
  ] ?? 0
