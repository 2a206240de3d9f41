import { getProfile, tokenReply } from '../contract/session.ts'
import { demonstrationPassword } from '../db/seed/demonstration/users.ts'
import type { Figure } from './fault.ts'
import type { Target } from './target.ts'

export interface Beside<Result> {
  result: Result
  /** Calls of somebody else that failed while the attack ran. */
  failed: number
  figures: Figure[]
}

/* So few that the caller's own limit of calls in a minute is never met, however fast the machine. */
const pauseMs = 25
const callsAlone = 60

/** Signs an invented user in; returns the headers of their calls. */
export const signIn = async (target: Target, userName = 'clinician'): Promise<Record<string, string>> => {
  const response = await fetch(`${target.address}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'password',
      username: userName,
      password: demonstrationPassword,
    }),
  })
  const { access_token: token } = tokenReply.parse(await response.json())
  return { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
}

/** Runs an attack, and calls the product as a member of staff before it and all the while. */
export const besideAttack = async <Result>(
  target: Target,
  attack: () => Promise<Result>,
): Promise<Beside<Result>> => {
  const headers = await signIn(target)
  const call = async (): Promise<{ milliseconds: number; held: boolean }> => {
    const began = performance.now()
    try {
      const response = await fetch(`${target.address}${getProfile.path}`, {
        headers,
        signal: AbortSignal.timeout(120_000),
      })
      await response.text()
      return { milliseconds: performance.now() - began, held: response.ok }
    } catch {
      return { milliseconds: performance.now() - began, held: false }
    }
  }
  const alone: number[] = []
  for (let index = 0; index < callsAlone; index += 1) alone.push((await call()).milliseconds)
  let isOver = false
  const running = attack().finally(() => (isOver = true))
  const during: { milliseconds: number; held: boolean }[] = []
  do {
    during.push(await call())
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  } while (!isOver)
  const waits = during.map(({ milliseconds }) => milliseconds)
  return {
    result: await running,
    failed: during.filter(({ held }) => !held).length,
    figures: [
      { what: "somebody else's call, p95 alone", figure: percentile95(alone), unit: 'ms' },
      { what: "somebody else's call, p95 beside", figure: percentile95(waits), unit: 'ms' },
      { what: "somebody else's call, longest beside", figure: Math.max(...waits), unit: 'ms' },
    ],
  }
}

const percentile95 = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? 0
